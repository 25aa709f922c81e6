import { afterEach, describe, expect, it } from 'vitest';
import { beginsCommand } from '../../src/domain/vocabulary.ts';
import { createAsk } from '../../src/model/ask.ts';
import { agentReply } from '../../src/turn/propose.ts';
import { closeProviders, modelRequest, setupModel } from '../helpers/model-setup.ts';
import type { ProviderReply } from '../helpers/provider-server.ts';

afterEach(closeProviders);

const GOOD = '{"thinking":"so","action":"go north","newObjective":null,"target":null}';
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

const called = (action: string) => ({ function: { arguments: JSON.stringify({ action }) } });
const args = JSON.stringify({ action: 'go north', thinking: 'so' });

/** Forms that say "go north" plainly. */
const READ: readonly (readonly [string, ProviderReply])[] = [
  ['the object', GOOD],
  ['in a fence', `\`\`\`json\n${GOOD}\n\`\`\``],
  [
    'in a fence without a language, with prose around',
    `Sure!\n\`\`\`\n${GOOD}\n\`\`\`\nGood luck.`,
  ],
  ['in prose', `I choose ${GOOD} because it is safe.`],
  ['after think tags', `<think>{"action":"jump"}</think>${GOOD}`],
  ['after an unopened think tag', `jump? no</think>\n${GOOD}`],
  ['in the reasoning of an empty reply', { content: null, reasoning: `Thus ${GOOD}` }],
  ['in content parts', { content: [{ type: 'text', text: GOOD }] }],
  [
    'with single quotes and Python words',
    "{'thinking': 'so', 'action': 'go north', 'target': None}",
  ],
  ['with a trailing comma', '{"thinking":"so","action":"go north",}'],
  ['with a raw line break in a string', '{"thinking":"one\ntwo","action":"go north"}'],
  ['without quotes around keys', '{thinking: "so", action: "go north"}'],
  ['without thinking', '{"action":"go north"}'],
  [
    'with empty text where null is meant',
    '{"thinking":"","action":"go north","newObjective":"","target":""}',
  ],
  [
    'with a list of objectives',
    '{"thinking":"so","action":"go north","newObjective":["find a lamp","open it"]}',
  ],
  ['with a name as target', '{"thinking":"so","action":"go north","target":"Kitchen"}'],
  ['with a number in text', '{"thinking":"so","action":"go north","target":"79"}'],
  ['with a list of one action', '{"thinking":"so","action":["go north"]}'],
  ['with another name for the field', '{"thinking":"so","command":"go north"}'],
  ['in a list', `[${GOOD}]`],
  ['inside another object', `{"reply":${GOOD}}`],
  [
    'as a tool call',
    { content: null, message: { tool_calls: [{ function: { name: 'act', arguments: args } }] } },
  ],
  ['as a tool call in text', `<tool_call>{"name":"act","arguments":${args}}</tool_call>`],
  ['as a tool call with arguments in text', JSON.stringify({ name: 'act', arguments: args })],
  ['as parameters', '<function=act><parameter=action>go north</parameter></function>'],
  ['in an XML tag', '<thinking>so</thinking>\n<action>go north</action>'],
  ['after a label', 'THINKING: so\nACTION: go north'],
  ['after a label in bold', 'Thought: so\n\n**Action:** `go north`'],
  ['as YAML', 'thinking: so\naction: "go north"\ntarget: null'],
  ['behind a prompt', 'I should go on.\n> go north'],
  ['in a fence by itself', '```\ngo north\n```'],
  ['as the one item of a list', '- go north'],
  ['by itself', 'Go north.'],
  ['alone on the last line after prose', 'The hall was empty. What next?\n\nGO NORTH'],
  ['in bold after a label', 'Type commands without the `>` sign.\n\nTry: **go north**'],
  ['in bold in the last paragraph', 'I have seen **open door** fail.\n\nSo I **go north** now.'],
  ['in backticks', 'The best step is `go north`, I think.'],
  ['with an announcement', 'Go north:\n\nGO NORTH'],
  ['with what people put before a command', '1. I will go north!'],
  ['with brackets, quotes and a picture', '🧭 [“go north”]'],
  ['under a name in other letters', '{"Thinking":"so","ACTION":"go north"}'],
  ['under a name with a word before it', '{"next_action":"go north"}'],
  ['under the name that was chosen', '{"chosen_command":"go north"}'],
  [
    'as a list of tool calls',
    `{"tool_calls":[{"function":{"name":"act","arguments":${JSON.stringify(args)}}}]}`,
  ],
  ['as JSON in a string', JSON.stringify('{"action":"go north"}')],
  ['as a call in code', '```python\nprint(act(action="go north"))\n```'],
  [
    'as keys and values in marks',
    '<tool_call>act\n<arg_key>action</arg_key>\n<arg_value>go north</arg_value>\n</tool_call>',
  ],
  ['in a box', 'So: $\\boxed{\\text{go north}}$'],
  ['in a table', '| field | value |\n|---|---|\n| action | go north |'],
  ['behind an arrow', 'ACTION → go north'],
  ['behind a dash', 'Action - go north'],
  ['with its reason in brackets', 'Action: "go north" (the door is shut)'],
  ['in bold in the object', '{"action":"**go north**"}'],
  ['with courtesy', 'OK, go north, please.'],
  ['as what I will do', 'Sure! I will go north.'],
  ['in quotes, told to type', 'You should type "go north".'],
  ['after a label of another language', 'Commande : go north'],
  ['after a colon of full width', '行动：go north'],
  ['after reasoning under other names', '<chain_of_thought>open door</chain_of_thought>go north'],
  ['after a mark that another closes', '<unused94>thought\nopen door<unused95>go north'],
  ['in an output mark', '<think>open door</think><output>go north</output>'],
  ['before an instruction of its own making', 'go north\n### Instruction:\nopen door'],
  ['beside one that is spoken against', 'Never `open door`. So I **go north** now.'],
  ['twice, in two spellings', 'Action: go north\nAction: north'],
  ['in the object that is marked final', `{"action":"jump"} Final answer: ${GOOD}`],
  ['in the object that says it is final', `{"action":"jump"}\n{"action":"go north","final":true}`],
  [
    'beside its history',
    `{"history":[{"action":"jump"}],"last_turn":{"action":"wait"},"next":${GOOD}}`,
  ],
  ['under a name that nobody knows', '{"role":"assistant","content":"go north"}'],
  ['in an object of one text', '{"action":{"value":"go north"}}'],
  ['as the only one of a list under another name', '{"thinking":"so","moves":["go north"]}'],
  ['as the arguments of an old call', { message: { function_call: { arguments: args } } }],
  ['as the input of a tool', { content: [{ type: 'tool_use', input: { action: 'go north' } }] }],
  [
    'as arguments that are an object',
    { message: { tool_calls: [{ function: { arguments: { action: 'go north' } } }] } },
  ],
  ['in bold of a web page', 'So I <b>go north</b> now.'],
  ['with a tag inside', '{"action":"<b>go north</b>"}'],
  ['with its reason behind a dash', 'go north — the door is shut'],
  ['with its reason behind "because"', 'go north because the door is shut'],
  ['after a label with a number', 'Turn 5: go north'],
  ['after a reason in brackets', '(The door is shut.) go north'],
  ['as the one that is picked', '1. go north\n2. open door\n\nI pick: go north'],
  ['under a heading', '## Look\nThe door is shut.\n\n## Go\ngo north'],
  ['after thoughts in camel case', '<antThinking>open door</antThinking>go north'],
  ['in the column of a table', '| action | why |\n|---|---|\n| go north | it is open |'],
  ['in a label in brackets', '[ACTION: go north]'],
  ['with a picture behind it', '**Action:** go north 🧭'],
  ['with a label in the object', '{"action":"ACTION: go north"}'],
  ['as what is announced in the object', '{"action":"I will go north."}'],
  ['as the input of a tool that is called an action', '{"action":"act","action_input":"go north"}'],
  ['as the input of a tool in labels', 'Action: act\nAction Input: go north'],
  ['as the argument of a function', 'act("go north")'],
  ['as a list of one text', '["go north"]'],
  ['as a field without an object', '"thinking": "so",\n"action": "go north"'],
  ['after "please"', 'Please go north.'],
  ['after a long label', "Sure, here's my command: go north"],
  ['after "the best action is to"', 'The best action is to go north.'],
  ['after a label of a language without spaces', '下一步命令：go north'],
  ['in quotes of another language', 'Je vais taper : « go north »'],
  ['with its purpose', 'I will go north to see what is there.'],
  ['after one that is struck out', '~~open door~~ go north'],
  ['after one that is crossed out', '❌ open door\n✅ go north'],
  ['under a heading in bold', '**Reasoning**\nopen door\n\n**Command**\ngo north'],
  ['below what was refused', 'The parser refused:\n\n`open door`\n\nNow try:\n\n`go north`'],
  ['after what was done', 'Last turn I did **open door**. Now I will **go north**.'],
  ['chosen over another', 'I choose **go north** over **open door**.'],
  ['doubled by a stream', 'GO NORTHGO NORTH'],
  ['in a call beside words', { message: { content: 'I look.', tool_calls: [called('go north')] } }],
  [
    'in a part beside thoughts',
    {
      content: [
        { type: 'reasoning', text: 'open door' },
        { type: 'output_text', text: 'go north' },
      ],
    },
  ],
  ['after the question', '[INST] open door [/INST] go north'],
  [
    'in a conversation of its own',
    '[{"role":"user","content":"open door"},{"role":"assistant","content":"go north"}]',
  ],
  ['as a content that is an object', { message: { content: { action: 'go north' } } }],
  ['after an action, in a line that calls itself final', 'Action: jump\n\nFinal answer:\ngo north'],
  [
    'below a table',
    '| command | why |\n|---|---|\n| jump | so |\n| look | so |\n\n**Decision:** go north',
  ],
  ['after an example', `For example:\n\`\`\`json\n{"action":"jump"}\n\`\`\`\nI reply:\n${GOOD}`],
  ['in the object that stands for another', `Instead of {"action":"jump"} I send ${GOOD}`],
  ['below prose that says no', `The door did not open\n${GOOD}`],
  ['after words on what was wrong', `Here it is corrected, as the last one was invalid:\n${GOOD}`],
  ['with doubled braces', `{${GOOD}}`],
  ['with quotes that are escaped', GOOD.replaceAll('"', '\\"')],
  ['in an object that names its type', '{"action":{"type":"look","value":"go north"}}'],
  ['as a direction', '{"thinking":"so","direction":"go north"}'],
  ['under a name without its accent', '{"pensamiento":"so","accion":"go north"}'],
  ['in brackets behind another language', '{"action":"去北边 (go north)"}'],
  ['as what I do, in the object', '{"action":"I go north."}'],
  ['after a label with vowel signs', 'कमांड: go north'],
  ['after a label with a word before it', 'Mi próximo comando es: go north'],
  ['after a label without spaces', '我选择的命令是：go north'],
  [
    'as a parameter with a type',
    '<｜DSML｜invoke name="act">\n<｜DSML｜parameter name="action" string="true">go north</｜DSML｜parameter>',
  ],
  ['after an inner mark', '<|inner_prefix|>open door<|inner_suffix|>go north'],
  [
    'in the content of a message',
    '<|think|>open door<|end|><|begin|>assistant<|content|>go north<|end|><|begin|>user<|content|>look',
  ],
  [
    'cut after the action',
    { content: '{"action":"go north","thinking":"because the', finishReason: 'length' },
  ],
];

/** Forms that do not: several actions, half of one, none. */
const UNREAD: readonly (readonly [string, ProviderReply])[] = [
  ['prose', 'I would take the lamp.'],
  ['two labels that differ', 'Action: go north\nAction: go south'],
  ['a list of several', '1. go north\n2. open door'],
  ['a list of several actions', '{"thinking":"so","action":["go north","open door"]}'],
  ['cut in the action', { content: '{"thinking":"so","action":"go nor', finishReason: 'length' }],
  ['an empty action', '{"thinking":"so","action":""}'],
  ['nothing', ''],
  ['several commands on several lines', 'TAKE SACK\nTAKE BOTTLE'],
  ['several commands in backticks', 'Common moves: `open mailbox`, `take lamp`.'],
  ['two objects that differ', '{"action":"jump"} or {"action":"go north"}'],
  ['two objects that are both final', 'Final: {"action":"jump"}\nFinal: {"action":"go north"}'],
  ['only a history', '{"history":{"action":"go north"}}'],
  ['one of two', 'Go north or open door'],
  ['a question', 'Open the door?'],
  ['what is spoken against', 'Never `go north`.'],
  ['what failed', 'As `go north` did not work, I am stuck.'],
  ['what was tried', 'I have tried **go north** already.'],
  ['the name of a type', '{"action":"string"}'],
  ['a placeholder without marks', '{"action":"your command here"}'],
  ['what is still to come', '{"action":"TBD"}'],
  ['an action before', '{"previous_action":"go north"}'],
  ['an open quote at the end', 'Action: "go north'],
  ['an open quote of another kind at the end', 'Action: “go north'],
  ['two tools called', { message: { tool_calls: [called('jump'), called('go north')] } }],
  ['a question before brackets', 'Go north? (Or: `open door`, `look`.)'],
  ['a condition', 'If I `go north`, the door may shut.'],
  ['a row of values', 'action,thinking\n"go north","so"'],
  ['a text under the name of a thought', '{"thought":"go north"}'],
  ['a length', '{"action":"string (max 120)"}'],
  ['dots', '{"action":"..."}'],
  ['a placeholder', '{"action":"<command>"}'],
  ['none', '{"action":"none"}'],
  ['the description of the field', '{"action":"Exactly one command for the parser."}'],
  ['a quoted line of the game', 'The text says:\n| Go north to be safe'],
  ['prose that begins with "I"', 'I think that I will wait'],
  ['prose that begins with "no"', 'no reply that anybody could read'],
  ['prose that begins with a direction', 'North of the house is a door'],
  ...['avoid', 'failed', 'do_not', 'observation', 'gameOutput', 'memory', 'goal', 'error'].map(
    (key): readonly [string, ProviderReply] => [`"${key}"`, JSON.stringify({ [key]: 'go north' })],
  ),
  ...['not_now', 'discarded', 'thinking', 'log', 'ifLocked', 'failedAttempts'].map(
    (key): readonly [string, ProviderReply] => [
      `an object under "${key}"`,
      JSON.stringify({ [key]: { action: 'go north' } }),
    ],
  ),
  ...[
    'Rejected',
    'Avoid',
    'Example',
    'The last command was',
    'Previous action',
    'Objective',
    'Thought',
    'Exits',
    'Troll',
    'The text reads',
  ].map((label): readonly [string, ProviderReply] => [`"${label}:"`, `${label}: go north`]),
  ...[
    'Options:\n- go north',
    'Recent commands:\ngo north',
    'You said:\ngo north',
    'The parser refused:\n\n`go north`',
    '~~go north~~',
    '<del>go north</del>',
    '{"role":"user","content":"go north"}',
    '{"type":"error","content":"go north"}',
    '{"speaker":"game","text":"go north"}',
    '❌ go north',
    '- [x] go north',
    'go north (blocked)',
    'Last turn I did **go north**.',
    'There is no point in `go north`.',
    '`go north` is impossible.',
    'The exit **north** is blocked.',
    "I wouldn't `go north`.",
    'Commands such as `go north` are useless.',
    'Or should I `go north`?',
    'The sign reads **go north**',
    '`go north` then `open door`',
    '{"action":"go north\\n> open door"}',
    '{"action":"go north OR open door"}',
    '{"action":"go north | open door"}',
    '{"action":"I\'m sorry, but I can\'t help with that."}',
    'I will **go nor',
    'My previous reply was {"action":"go north"}, which was refused.',
    'You rejected {"action":"go north"}. What now?',
    'Should I reply with {"action":"go north"}?',
    'I will not send {"action":"go north"} again.',
    'For example: {"action":"go north"}',
    'Wait...',
    'Letzter Befehl: go north',
    'Acción anterior: go north',
    'Commande précédente : go north',
    'Предыдущая команда: go north',
    '上一个命令：go north',
    '失败的命令：go north',
    '{"letzte_aktion":"go north"}',
    '{"上一步动作":"go north"}',
    '<|inner_prefix|>go north<|inner_suffix|>',
    '<|think|>look<|end|>\n<|begin|>user<|content|>go north',
  ].map((text): readonly [string, ProviderReply] => [text, text]),
  ['cut prose', { content: 'GO NORTH', finishReason: 'length' }],
  ['prose cut at a limit', { content: 'GO NORTH', finishReason: 'MAX_TOKENS' }],
  ['prose cut at the context', { content: 'GO NORTH', finishReason: 'context_exceeded' }],
  ['a cut string in prose', 'go north {"thinking":"becau'],
  ['another object', '{"mood":"fine"}'],
  ['an action of 200 characters', JSON.stringify({ action: 'x'.repeat(200) })],
];

describe('is read at once', () => {
  it.each(READ)('%s', async (_, reply) => {
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
  it.each(UNREAD)('%s', async (_, reply) => {
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
