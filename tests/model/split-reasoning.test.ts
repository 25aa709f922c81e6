import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitReasoning } from '../../src/model/split-reasoning.ts';

it('think tags are taken out, closed, unclosed, unopened or nested', () => {
  expect(splitReasoning('<think>a</think>b')).toEqual({ text: 'b', reasoning: 'a' });
  expect(splitReasoning('<THINK>a')).toEqual({ text: '', reasoning: 'a' });
  expect(splitReasoning('a</think>b')).toEqual({ text: 'b', reasoning: 'a' });
  expect(splitReasoning('<thinking>a <reflection>b</reflection> c</thinking>d')).toEqual({
    text: 'd',
    reasoning: 'a <reflection>b</reflection> c',
  });
  expect(splitReasoning('x <think>a</think> y <reflection>b</reflection> z')).toEqual({
    text: 'x  y  z',
    reasoning: 'a\n\nb',
  });
});

it('what follows a block is the text, whatever stands in strings of its object', () => {
  const parts = fc.record({
    thought: fc.string().filter((text) => !text.includes('<')),
    value: fc
      .array(fc.constantFrom('{', '}', '"', '\\', '<think>', '</think>', 'x'))
      .map((strange) => ({ value: strange.join('') })),
    tag: fc.constantFrom('think', 'thinking', 'reflection'),
  });
  fc.assert(
    fc.property(parts, ({ thought, value, tag }) => {
      const answer = JSON.stringify(value);
      expect(splitReasoning(`<${tag}>${thought}</${tag}>${answer}`)).toEqual({
        text: answer,
        reasoning: thought.trim(),
      });
    }),
  );
});

it('256 marks are read, so that 1 MiB of them takes no time', () => {
  const thought = '<think></think>';
  expect(splitReasoning(`${thought.repeat(128)}go`).text).toBe('go');
  expect(splitReasoning(`${thought.repeat(129)}go`).text).toBe(`${thought}go`);
  expect(splitReasoning('<think>'.repeat(70_000)).text).toBe('');
  expect(splitReasoning('</think>'.repeat(70_000)).text).toContain('</think>');
});

const ANSWER = '{"action":"go north"}';

/** Marks of reasoning of all families, around a thought that must not be played. */
const THOUGHTS: readonly string[] = [
  `<thought>jump</thought>${ANSWER}`,
  `<seed:think>jump</seed:think>${ANSWER}`,
  `[THINK]jump[/THINK]${ANSWER}`,
  `◁think▷jump◁/think▷${ANSWER}`,
  `<|START_THINKING|>jump<|END_THINKING|><|START_RESPONSE|>${ANSWER}<|END_RESPONSE|>`,
  `<|begin_of_thought|>jump<|end_of_thought|><|begin_of_solution|>${ANSWER}<|end_of_solution|>`,
  `<think>jump</think>The box: <|begin_of_box|>${ANSWER}<|end_of_box|>`,
  `<|channel|>analysis<|message|>jump<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}<|return|>`,
  `<|channel|>analysis<|message|>jump<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${ANSWER}`,
  `<|channel|>analysis<|message|>jump<|channel|>final<|message|>{"action":"jump"}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}`,
  `<|channel>thought\njump\n<channel|>${ANSWER}`,
  `<think type="deep">jump</think>${ANSWER}`,
  `< think >jump</ think >${ANSWER}`,
  `<details type="reasoning" done="true"><summary>Thought</summary>jump</details>${ANSWER}`,
  `<self_reflection>jump</self_reflection>${ANSWER}`,
  `<plan>jump</plan>${ANSWER}`,
  `[REASONING]jump[/REASONING]${ANSWER}`,
  `＜think＞jump＜/think＞${ANSWER}`,
  `&lt;think&gt;jump&lt;/think&gt;${ANSWER}`,
  `\`\`\`thinking\njump\n\`\`\`\n${ANSWER}`,
  `analysis\njump\nassistant final${ANSWER}`,
  `analysisjumpassistantfinal${ANSWER}`,
  `analysisjump assistantanalysismore assistantfinal${ANSWER}`,
  `<think>jump<answer>${ANSWER}</answer>`,
  `<response>${ANSWER}</response>`,
  `<|think_start|>jump<|think_end|>${ANSWER}`,
  `<|start_of_role|>assistant<|end_of_role|>${ANSWER}<|end_of_text|><|start_of_role|>user<|end_of_role|>jump`,
  `<|header_start|>assistant<|header_end|>\n\n${ANSWER}<|eot|><|header_start|>user<|header_end|>jump`,
  `jump</thought>${ANSWER}`,
  `<|im_start|>assistant\n${ANSWER}<|im_end|>\n<|im_start|>user\njump`,
  `${ANSWER}<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n{"action":"jump"}`,
  `${ANSWER}<end_of_turn>\n<start_of_turn>user\njump`,
  `${ANSWER}</s>[INST] jump [/INST] jump`,
  `${ANSWER}<｜end▁of▁sentence｜><｜User｜>jump`,
  `<|python_tag|>${ANSWER}<|eom_id|>`,
  `${ANSWER}\nUser: jump`,
];

it.each(THOUGHTS)('reasoning and turns of others are no text: %s', (reply) => {
  expect(splitReasoning(reply).text.replace('The box: ', '')).toBe(ANSWER);
});

it('reasoning that is never closed is no text', () => {
  for (const open of [
    '<thought>',
    '[THINK]',
    '◁think▷',
    '<think effort=high>',
    'analysis\n',
    '```thinking\n',
    '<|START_THINKING|>',
    '<|channel|>analysis<|message|>',
  ]) {
    expect(splitReasoning(`${open}go north`).text).toBe('');
  }
  expect(splitReasoning('analysisThe player wants to go north').text).toBe('');
});

it('tags of other names stay in the text', () => {
  expect(splitReasoning('<action>go north</action>').text).toBe('<action>go north</action>');
});
