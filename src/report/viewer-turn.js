import { element, fold, heading, localLink, signed } from './viewer-dom.js';

/** The lines of an episode to scroll through: command and answer of every turn. */
export function turnItems({ episode, texts, turns }) {
  return turns.map(({ turn, condition, play }) => {
    const opening = play?.opening ?? null;
    const command = `${turn} > ${play?.action ?? '(not played)'}`;
    const change = play?.change ?? 0;
    return element(
      'li',
      '',
      opening === null ? '' : element('div', 'game', texts[opening]),
      localLink(`command turn-${condition}`, `#ep=${episode}&t=${turn}`, command),
      change === 0 ? '' : element('b', 'change', ` ${signed(change)}`),
      element('div', 'game', play?.text ?? ''),
    );
  });
}

/** Everything there is to say of one turn. `previous` is the turn before it, to tell what is new in the prompt. */
export function turnDetails({ turn, play, troubles, calls }, previous, texts) {
  const shown = calls.findLast(({ role }) => role === 'agent') ?? null;
  const before = previous?.calls.findLast(({ role }) => role === 'agent')?.prompt ?? [];
  return [
    element('h3', '', `Turn ${turn}`, play === null ? ' was begun and not played' : ''),
    ...(play === null ? [] : playDetails(play, texts)),
    ...troubles.map((trouble) => element('p', 'trouble', trouble)),
    ...(play === null || play.judged.length === 0 ? [] : [heading('Proposals'), verdicts(play)]),
    ...(shown === null
      ? []
      : [heading('What the agent was shown'), ...sections(shown, before, texts)]),
    ...(calls.length === 0 ? [] : [heading('Model calls')]),
    ...calls.map((call) => callDetails(call, call === shown, texts)),
  ];
}

function playDetails(play, texts) {
  const score = play.score === null ? 'score unknown' : `score ${play.score}`;
  const change = play.change === 0 ? '' : element('b', 'change', ` ${signed(play.change)}`);
  const moves = play.moves === null ? '' : `, ${play.moves} moves`;
  const goal = play.objective === null ? '' : `New objective: ${play.objective}. `;
  const target = play.target === null ? '' : `Heading for location ${play.target}. `;
  const held = `Holding: ${texts[play.held] === '' ? 'nothing' : texts[play.held]}.`;
  const ending =
    play.ended === null ? [] : [element('p', 'trouble', `The game ended: ${play.ended}.`)];
  return [
    element('p', 'facts', `${texts[play.roomName]} (${play.room}), ${score}`, change, moves),
    element('pre', '', element('b', 'action', `> ${play.action}\n`), play.text),
    ...ending,
    heading('Reasoning'),
    element('p', 'thought', play.reasoning === '' ? '(none recorded)' : play.reasoning),
    element('p', 'note', goal, target, held),
  ];
}

function verdicts({ judged }) {
  const items = judged.map(({ action, verdict, score, reason }) => {
    const isAccepted = verdict === 'accepted';
    return element(
      'li',
      isAccepted ? 'accepted' : 'refused',
      element('code', '', action),
      ` ${isAccepted ? '✓' : '✕'} ${verdict} (${score})`,
      reason === '' ? '' : `: ${reason}`,
    );
  });
  return element('ol', 'verdicts', ...items);
}

/** The parts of a request. Of a conversation most was said in the turn before, and is one fold. */
function sections({ prompt }, before, texts) {
  const known = new Set(before.map(String));
  const part = (one, mark) => fold(texts[one[0]], [element('pre', '', texts[one[1]])], mark);
  if (known.size === 0) return prompt.map((one) => part(one, ''));
  const old = prompt.filter((one) => known.has(String(one)));
  const title = 'The same as in the turn before';
  const folded = old.map((one) => part(one, ''));
  return [
    ...(old.length === 0 ? [] : [fold(title, folded, String(old.length))]),
    ...prompt.filter((one) => !known.has(String(one))).map((one) => part(one, 'new')),
  ];
}

/** Sections that stand above already are not repeated. */
function callDetails(call, isShown, texts) {
  return fold(`${call.role}: ${call.about}`, [
    element('pre', call.failed ? 'trouble' : '', call.reply),
    call.reasoning === '' ? '' : element('p', 'thought', call.reasoning),
    ...(isShown ? [] : sections(call, [], texts)),
  ]);
}
