import { afterEach, describe, expect, it } from 'vitest';
import { beginsCommand } from '../../src/domain/vocabulary.ts';
import { createAsk } from '../../src/model/ask.ts';
import { agentReply } from '../../src/turn/propose.ts';
import { closeProviders, modelRequest, setupModel } from '../helpers/model-setup.ts';
import type { ProviderReply } from '../helpers/provider-server.ts';
import { READ, UNREAD } from '../helpers/reply-forms.ts';

afterEach(closeProviders);

const LATER = '{"thinking":"asked again","action":"wait"}';

const DOING = ['go', 'look', 'open', 'take'];
const ALONE = ['i', 'no', 'wait'];

/** A story with these verbs; what stands alone takes no words. */
const STORY = {
  verbs: [...DOING, ...ALONE],
  grammar: [
    { words: DOING, patterns: ['X', 'at X'] },
    { words: ALONE, patterns: [''] },
  ],
};
const begins = (line: string) => beginsCommand(line, STORY);

async function ask(...replies: readonly ProviderReply[]) {
  const { model, provider } = await setupModel(replies);
  const { messages, signal } = modelRequest();
  const answer = await createAsk(model)({
    role: 'agent',
    messages,
    replySchema: agentReply,
    essential: { names: ['action', 'command'], begins, example: 'open box' },
    signal,
  });
  return { answer, provider };
}

/** More forms that say "go north" plainly, each as its own name. */
const ALSO_READ: readonly string[] = [
  'Ich gehe jetzt nach Norden, also:\n\ngo north',
  'Je pense que la meilleure option est d’aller au nord.\n\nCommande : **go north**',
  'Creo que debo ir al norte.\n\nAcción: `go north`',
  'Penso che sia meglio andare a nord.\nAzione: go north',
  'Я думаю, надо идти на север.\n\nДействие: go north',
  '我应该往北走。\n\n动作：go north',
  '北に行くべきです。\n\nコマンド：go north',
  '북쪽으로 가야 합니다.\n\n행동: go north',
  'Acho melhor ir para o norte.\n\nComando: "go north"',
  'Tôi nghĩ nên đi về phía bắc.\n\nLệnh: go north',
  'أعتقد أن الاتجاه شمالا أفضل.\n\nالأمر: go north',
  '{"思考":"往北走","动作":"go north"}',
  '{"gedanke":"Norden","aktion":"go north"}',
  '{"pensée":"nord","commande":"go north"}',
  '{"考え":"北","コマンド":"go north"}',
  '<reasoning>\nopen door is locked\n</reasoning>\n<action>go north</action>',
  '<|reasoning_start|>open door<|reasoning_end|>go north',
  '[THOUGHT]open door[/THOUGHT]\ngo north',
  '<scratchpad>open door</scratchpad>\n\ngo north',
  '<inner_monologue>open door</inner_monologue>{"action":"go north"}',
  '<|im_start|>assistant\n{"action":"go north"}<|im_end|>\n<|im_start|>user\nopen door',
  '<start_of_turn>model\ngo north<end_of_turn>\n<start_of_turn>user\nopen door',
  '### Response:\ngo north\n\n### Instruction:\nopen door',
  'ASSISTANT: go north\nUSER: open door',
  '<|assistant|>\ngo north</s>\n<|user|>\nopen door',
  '<｜Assistant｜>go north<｜end▁of▁sentence｜>',
  '<|channel|>analysis<|message|>open door?<|end|><|start|>assistant<|channel|>final<|message|>{"action":"go north"}<|return|>',
  '<think>\nopen door\n</think>\n\n<think>\nlook\n</think>\n\ngo north',
  '◁think▷open door◁/think▷go north',
  '<seed:think>open door</seed:think>{"action":"go north"}',
  '```thinking\nopen door\n```\n\n```json\n{"action":"go north"}\n```',
  '<details><summary>Reasoning</summary>\nopen door\n</details>\n\ngo north',
  '> *Thinking: open door would be locked.*\n\n**go north**',
  '*(thinking: the door is locked)*\n\ngo north',
  '[INST] What do you do? [/INST] {"action":"go north"} </s>',
  '<commentary>open door</commentary>\n<final>go north</final>',
  'Thinking...\nopen door is locked.\n...done thinking.\n\ngo north',
  '<analysis>{"action":"open door"}</analysis>\n{"action":"go north"}',
  '<ANSWER>go north</ANSWER>',
  '<final_answer>\n{"action": "go north"}\n</final_answer>',
  '{"response":{"agent":{"thinking":"so","action":"go north"}}}',
  '{"thinking":"so","action":{"command":"go north"}}',
  '{"thinking":"so","action":{"verb":"go","object":"north"}}',
  '{"thinking":"so","action":{"verb":"go","noun":"north"}}',
  '{"thinking":"so","action":{"noun":"north","verb":"go","reason":"I need light"}}',
  '### At the Café\ngo north',
  '**Endgültige Entscheidung**\ngo north',
  '{"function":"play","parameters":{"action":"go north"}}',
  '{"output":"{\\"action\\":\\"go north\\"}"}',
  '[{"thinking":"so"},{"action":"go north"}]',
  '{"steps":[{"action":"go north"}]}',
  '{"turn":12,"player":{"action":"go north"}}',
  '{"type":"object","properties":{"thinking":"so","action":"go north"}}',
  '{"plan":["find lamp","go north"],"action":"go north"}',
  '{"alternatives":["open door"],"action":"go north"}',
  '{"thinking":"so","action":"go north"',
  '```json\n{"thinking":"so","action":"go north"}',
  '* **Action:** go north',
  '1. **Thinking:** The door is locked.\n2. **Action:** go north',
  '# Action\n\ngo north',
  '## Thought\nThe door is locked.\n\n## Action\ngo north',
  '**go north**',
  '***go north***',
  '`> go north`',
  '```bash\ngo north\n```',
  '```text\n> go north\n```',
  '~~~\ngo north\n~~~',
  '| Action |\n|---|\n| go north |',
  '---\n\ngo north\n\n---',
  '<kbd>go north</kbd>',
  '🚶 go north',
  '➡️ go north',
  '⬆️ **go north** ⬆️',
  '👉 `go north`',
  '🎮 Action: go north 🎮',
  '🤔 The door is locked.\n🎯 go north',
  '> You are in a hall.\n\ngo north',
  'You are in a hall. There is a door here.\n\n> go north',
  '<tool_call>\n{"name": "action", "arguments": {"action": "go north"}}\n</tool_call>',
  '<tool_call>{"name":"play","arguments":{"thinking":"so","command":"go north"}}',
  '[TOOL_CALLS][{"name":"play","arguments":{"action":"go north"}}]',
  '<|tool_call|>[{"name":"play","arguments":{"action":"go north"}}]',
  '<|python_tag|>{"name":"play","parameters":{"action":"go north"}}',
  '<function_calls>\n<invoke name="play">\n<parameter name="action">go north</parameter>\n</invoke>\n</function_calls>',
  '<tool_use>{"action":"go north"}</tool_use>',
  '```tool_code\nplay(action="go north")\n```',
  '[play(action="go north")]',
  'play(thinking="so", action=\'go north\')',
  '<|tool_calls_section_begin|><|tool_call_begin|>functions.play:0<|tool_call_argument_begin|>{"action":"go north"}<|tool_call_end|><|tool_calls_section_end|>',
  '```yaml\nthinking: The door is locked.\naction: go north\nnewObjective: null\n```',
  '---\nthinking: |\n  The door is locked.\naction: go north\n...',
  'thinking: >\n  open door\n  is no use\naction: go north',
  '<response>\n  <thinking>open door</thinking>\n  <action>go north</action>\n</response>',
  '<reply thinking="so" action="go north"/>',
  '<action value="go north" />',
  'thinking = "so"\naction = "go north"',
  '[reply]\nthinking=so\naction=go north',
  '{“thinking”: “so”, “action”: “go north”}',
  "{'action': 'go north', 'target': None,}",
  "{action: 'go north', // the way on\n}",
  '{"thinking": "so" "action": "go north"}',
  '{"thinking":"he said "hi" to me","action":"go north"}',
  '{"thinking":"so";"action":"go north"}',
  '{"thinking":"so","action":go north}',
  '{thinking:so,action:go north}',
  '{"action"="go north"}',
  '{"action" => "go north"}',
  '{"action":"go north"}}',
  '"action": "go north"}',
  'json\n{"thinking":"so","action":"go north"}',
  '```JSON5\n{action: "go north",}\n```',
  '"""{"action":"go north"}"""',
  '{"action":"go north"} // done',
  'Output: {"action":"go north"}<|endoftext|>Question: open door',
  'Player: go north',
  'Me: go north',
  'Adventurer> go north',
  'Bot: {"action":"go north"}',
  'Agent: go north\nGame: You are in a hall.\nAgent: open door',
  'AI: go north\nHuman: what now?',
  'Given that the door is locked, my next move will be: go north.',
  "Let's go north.",
  'I’ll go north now.',
  'go north (to explore the forest)',
  'go north - the only way left',
  'GO NORTH!',
  'Final command → go north',
  'So my answer is "go north".',
  'The command I would like to issue is `go north`.',
  'Since `open door` failed, I will use `go north`.',
  'Okay, ich habe mich entschieden.\n\n**Befehl:** `go north`',
  'Mi decisión es: go north.',
  'Decyzja: go north',
  'Besluit: go north',
  'Решение: go north',
  '決定：go north',
  'Karar: go north',
  '<|begin_of_thought|>open door<|end_of_thought|><|begin_of_solution|>go north<|end_of_solution|>',
  '<reflection>open door</reflection><output>{"action":"go north"}</output>',
  '/think open door /end\n\ngo north',
  '### Assistant:\ngo north\n### Human:\nopen door',
  '<bos><start_of_turn>model\n{"action":"go north"}<end_of_turn>',
  '{"reasoning":{"observation":"locked","action":"open door"},"action":"go north"}',
  '{"answer":{"text":"go north"}}',
  '{"choice":"go north"}',
  '{"candidates":["open door","look"],"best":"go north"}',
  '{"action":"go north","args":{"speed":"slow"}}',
  '{"action":{"text":"go north","reason":"locked"}}',
  '{"tool":"move","input":{"action":"go north"}}',
  '{"type":"action","action":"go north"}',
  '- action: go north\n  thinking: so',
  'reply:\n  thinking: so\n  action: go north',
  '<action>\n  <command>go north</command>\n</action>',
  '```xml\n<action>go north</action>\n```',
  '“{"action":"go north"}”',
  '{"action":"go north",\n"thinking":"so",,}',
  '{\'action\': "go north"}',
  '{«action»: «go north»}',
  '{"action":"go north","thinking":"line\nbreak\ttab"}',
  'Here is the JSON you asked for:\n{"action":"go north"}\nLet me know!',
  'My next command is to go north.',
  'I have decided to go north.',
  'I am going to go north.',
  'Try this: **go north**',
  'We will go north.',
  'a) go north',
  '"go north" — that is my choice.',
  'I considered `open door`, but I choose `go north`.',
  'Plan:\n1. go north\n2. open door\n\nAction: go north',
  'You: go north\nGame: You are in a forest.',
  '> go north\n',
  '>>> go north',
  'go north\n\n(Score: 5/350)',
  'go north\n---\nReason: the door is locked.',
  'go north\n\n*The door is locked, so this is the only way.*',
];

/** More forms that do not. */
const ALSO_UNREAD: readonly string[] = [
  'Ich würde nach Norden gehen.',
  'Nicht mehr:\ngo north',
  'Bereits versucht: go north',
  'J’ai déjà fait : go north',
  'Non: go north',
  '已经试过：go north',
  '不要：go north',
  'Ya probé: go north',
  'Нельзя: go north',
  '<think>\ngo north\n',
  '<think>go north</think>',
  '<reasoning>go north',
  '<|channel|>analysis<|message|>go north',
  '[THINK]go north[/THINK]',
  '{"steps":[{"action":"go north"},{"action":"open door"}]}',
  '{"action":["go north","open door"]}',
  '{"turns":[{"turn":11,"action":"go north","result":"blocked"}]}',
  '{"context":{"last":{"action":"go north"}}}',
  '{"type":"object","properties":{"thinking":{"type":"string"},"action":{"type":"string"}}}',
  '{"plan":["go north"]}',
  '{"alternatives":["go north"],"thinking":"so"}',
  '{"thinking":"so","action":"go',
  'I type "go north',
  '```json\n{"thinking":"so","action":"go no',
  '- go north\n- open door\n- look',
  '1) go north 2) open door',
  'Either **go north** or **open door**.',
  '- [ ] go north\n- [ ] open door',
  '🚫 go north',
  '⛔ `go north`',
  'go north; open door',
  'go north. open door.',
  'go north\nopen door\nlook',
  '{"action1":"go north","action2":"open door"}',
  '{"action":"go north"}\n{"action":"open door"}\n{"action":"look"}',
  'First go north and then open door.',
  'Action 1: go north\nAction 2: open door',
  'The game says: "go north"',
  'The note reads:\n\n"go north"',
  'According to the sign, `go north` leads to the forest.',
  '>open door\nThe door is locked.\n\n>go north\nYou are in a hall.',
  'Game: go north',
  'Narrator: go north',
  'User: go north',
  'I could go north or open the door; both seem fine.',
  'What happens if I go north?',
  'Nothing to do.',
  'I have no idea what to do here.',
  'You should not go north.',
  'Going north seems best.',
  '{"thinking":"go north"}',
  '{"action":null,"thinking":"go north"}',
  '{"action":"Your action here"}',
  '{"action":"[command]"}',
  'Ich habe versucht: go north',
  'À éviter :\ngo north',
  '避免：\ngo north',
  'Já tentei:\ngo north',
  'Da evitare: go north',
  '<|START_THINKING|>go north<|END_THINKING|>',
  '{"error":"go north failed"}',
  'action:\n  - go north\n  - open door',
  'I used `go north` before and it led nowhere.',
  'You can `go north` or `look`.',
  'North leads to the forest.',
  'If this fails, go north.',
  'go north (if the door is open)',
];

const named = (texts: readonly string[]) =>
  texts.map((text): readonly [string, string] => [text, text]);

describe('is read at once', () => {
  it.each([...READ, ...named(ALSO_READ)])('%s', async (_, reply) => {
    const { answer, provider } = await ask(reply, LATER);
    const action = answer.ok ? answer.value.action.toLowerCase() : answer.error.message;
    expect(action).toBe('go north');
    expect(provider.requests).toHaveLength(1);
  });

  it('with what else it says', async () => {
    const { answer } = await ask(
      '{"action":"go north","newObjective":["find a lamp"],"target":"79"}',
    );
    expect(answer).toMatchObject({
      ok: true,
      value: { thinking: '', newObjective: 'find a lamp', target: '79' },
    });
  });
});

describe('is asked for again', () => {
  it.each([...UNREAD, ...named(ALSO_UNREAD)])('%s', async (_, reply) => {
    const { answer, provider } = await ask(reply, LATER);
    expect(answer).toMatchObject({ ok: true, value: { action: 'wait' } });
    expect(provider.requests).toHaveLength(2);
  });

  it('what a server could not read of its own model', async () => {
    const body = {
      error: {
        code: 500,
        message: 'The model output does not match the expected peg-native format',
        type: 'server_error',
      },
    };
    const { answer, provider } = await ask({ status: 500, body }, LATER);
    expect(answer).toMatchObject({ ok: true, value: { action: 'wait' } });
    expect(provider.requests).toHaveLength(2);
  });

  it('once in the conversation, then three times with less to do, then no more', async () => {
    const { answer, provider } = await ask('I cannot say.');
    expect(answer).toMatchObject({ ok: false, error: { kind: 'malformed' } });
    const bodies = provider.requests.map(({ body }) => body);
    const last = bodies.map(({ messages }) => {
      const { length, [length - 1]: newest } = messages as { content: string }[];
      return [length, newest?.content.split('\n').at(-1)];
    });
    expect(last).toEqual([
      [2, 'West of House'],
      [4, 'Reply again with only the corrected JSON object.'],
      [2, 'Reply with the JSON object alone, its action a command, as in {"action":"open box"}.'],
      [2, 'Reply with nothing but the action in JSON, as in {"action":"open box"}.'],
      [2, 'ACTION: open box'],
    ]);
    const shapes = bodies.map(({ response_format: format }) =>
      Object.keys(
        (format as { json_schema: { schema: { properties: object } } }).json_schema.schema
          .properties,
      ),
    );
    expect(shapes.map(({ length }) => length)).toEqual([6, 6, 6, 1, 1]);
  });
});
