/** Tells whether a line can be a command of the story, by its first word. */
export type Begins = (line: string) => boolean;

const LONGEST_LINE = 120;
const MOST_WORDS = 8;

/** What people write before a command: brackets, marks of lists and of the game's prompt. */
const BEFORE = [/^\([^()]*\)\s+/, /^[^\p{L}\p{N}]+/u, /^\d+[.):]\s+/];

/** `Type this:`, `**Action:**`, `You>`. */
const LABEL =
  /^((?:[\p{L}\p{M}\p{N}’',!]+ ){0,6}[\p{L}\p{M}\p{N}’']+)[*_]*(?: ?[:>][*_]*\s+|：\s*)/u;

/** What people say before one: "OK,", "I will", "The best action is to". */
const COURTESY = [
  /^(?:ok(?:ay)?|sure|alright|well|then|so|now|next|first)[,.!]\s+/i,
  /^(?:please|(?:the|my) (?:best |next |right )?(?:action|command|move|step) (?:is|would be|will be)(?: to)?)\s+/i,
  /^(?:i(?:['’]ll| will| choose to| want to|(?: woul|['’])d like to| am going to|['’]m going to)|let(?:['’]s| me| us))\s+/i,
];

/** What stands behind one: a reason in brackets, courtesy, quotes, marks, a full stop. */
const BEHIND = /(?:\s*\([^()]*\))?(?: now|,? please)?[^\p{L}\p{N}]*$/iu;

const REASON =
  /\s(?:\([^()]*\)\.?$|(?:[-–—]+|\/\/|#|because|so that|in order to|to (?:see|check|learn|find out) (?:what|if|whether|how|where))\s.*$)/i;

const TAG = /<\/?\w[^<>]*>|\[\/?[A-Z_]+\]/g;

/** Text set apart in bold, italics or backticks, or in quotes after a word that tells to say it. */
const SET_APART =
  /\*\*([^*\n]+)\*\*|`([^`\n]+)`|__([^_\n]+)__|<(?:b|strong|em|code|kbd)>([^<\n]+)<|\b(?:type|enter|say|try|command is|action is):? ["“]([^"“”\n]+)["”]/gi;

/** A heading, or the last words of a line that ends with a colon. */
const ANNOUNCES = /^\s*#+\s.*|^\s*\*\*[^*]+\*\*\s*$|(?:[^\s]+ ){0,2}[^\s]+:\W*$/;

/**
 * The commands that prose gives as the answer: a line of its own at the beginning or end, else what is set apart in the
 * last paragraph, else anywhere. Quotes of the game (`|`) and what a heading of history or thoughts announces are none.
 */
export function commandsIn(text: string, begins: Begins): string[] {
  let isOther = false;
  const read = text
    .replaceAll(/~~[^~\n]*~~|<del>[^]*?<\/del>|<!--[^]*?-->/g, '')
    .split('\n')
    .filter((line) => !/^\s*(?:\||```)/.test(line) && (isSaid(line) || ANNOUNCES.test(line)))
    .flatMap((line, index, lines) => {
      const command = commandOf(line, begins);
      const isCommand = command !== undefined && isSaid(command) && !/^\s*#|:\W*$/.test(line);
      const announced = index < lines.length - 1 ? ANNOUNCES.exec(line)?.[0] : undefined;
      const announces = announced !== undefined && !isCommand;
      if (announces) isOther = namesOther(announced);
      else if (command === undefined) isOther = false;
      return isOther || announces ? [] : [{ line, command }];
    });
  const own = read.map(({ command }) => command);
  const [first] = own;
  const last = own.at(-1);
  if (first !== undefined || last !== undefined) return own.filter((one) => one !== undefined);
  const inLast = setApart(read.at(-1)?.line ?? '', begins);
  return inLast.length > 0 ? inLast : setApart(read.map(({ line }) => line).join('\n'), begins);
}

/** The command of a last line whose label calls it the last word. */
export function finalCommand(text: string, begins: Begins): string[] {
  const [last = ''] = /[^\n]*$/.exec(text.trim().replaceAll(/[:：][*_]*\s+/g, ': ')) ?? [];
  const [label = ''] = /^[^:]*:/.exec(last) ?? [];
  return FINAL.test(label) ? [commandOf(last, begins) ?? []].flat() : [];
}

/** The commands in bold, in backticks, or in quotes after a word that tells to say them. */
function setApart(part: string, begins: Begins): string[] {
  return [...part.matchAll(SET_APART)]
    .filter(({ index, 0: whole }) => {
      const [before, behind] = [part.slice(0, index), part.slice(index + whole.length)];
      return isMeant(/^\w/.test(whole) ? `${before}type` : before, behind);
    })
    .map((found) => commandOf(found.slice(1).find((one) => one !== undefined) ?? '', begins))
    .filter((one) => one !== undefined);
}

/** A question, what trails off, and what marks say of it. */
const UNMEANT = /\?["”’*_`]*(?:\s|$)|(?:\.\.|…)\W*$|^\W*\[x\]|^\W*[❌🚫⛔✗✘👎]/iu;

/** The command that a short text is, without what stands around it; undefined where it is none. */
export function commandOf(line: string, begins: Begins): string | undefined {
  if (UNMEANT.test(line) || namesOther(/\((?:[^() ]+ ?){1,3}\)\W*$/.exec(line)?.[0] ?? ''))
    return undefined;
  const unmarked = without(BEFORE, line.replaceAll(TAG, ' ').trim());
  const [label = '', named] = LABEL.exec(unmarked) ?? [];
  if (named !== undefined && !namesAnswer(named)) return undefined;
  const bare = without(COURTESY, unmarked.slice(label.length).replace(/^[^\p{L}\p{N}]+/u, ''));
  const command = once(stripped(bare).replace(BEHIND, ''), begins);
  return isOneCommand(command, begins) ? command : undefined;
}

function isOneCommand(line: string, begins: Begins): boolean {
  const isShort = line.length <= LONGEST_LINE && line.split(/\s+/).length <= MOST_WORDS;
  const isPlain = /^\p{L}(?:[\p{L}\d ,'’-]| "[^"]*"(?![^ ,]))*$/u.test(line);
  const [, other] = line.split(/,? or /i);
  return isShort && isPlain && begins(line) && (other === undefined || !begins(other));
}

function without(marks: readonly RegExp[], line: string): string {
  return marks.reduce((rest, mark) => rest.replace(mark, ''), line);
}

/** A command that stands twice without a space between, as streams double it: `TAKE SACKTAKE SACK`. */
function once(command: string, begins: Begins): string {
  const [, one] = /^(.{2,}?)\1+$/i.exec(command) ?? [];
  const isWord = !command.includes(' ') && begins(command);
  return one !== undefined && begins(one) && !isWord ? one.trim() : command;
}

/** A value without the quotes, emphasis and final stop around it, and without a reason in brackets behind it. */
export function stripped(value: string): string {
  return value
    .trim()
    .replace(REASON, '')
    .replace(/^[\s"'`*_“”‘’>«]+|[\s"'`*_“”‘’».,;\]}>\p{Extended_Pictographic}\uFE0F]+$/gu, '');
}

/** Words that name an answer, as labels and keys. */
const ANSWER = wholeWord(
  'act|actions?|commands?|moves?|step|input|answer|output|response|reply|result|decision|choice|solution|pick|choose|type|try|enter|say|do|play|send|use|run|submit|execute|turn|direction|next|final|now',
);
/** Such words of other languages that models fall into: the whole label, as nobody knows here what stands beside them. */
const FOREIGN = new RegExp(
  `^(?:.* (?:taper?|escribo|digito|tippe)|(?:(?:mein|meine|nachste[rs]?|mon|ma|la|le|prochaine?|mi|el|proxim[ao]|o|a|il|mio|mia|я) )*(?:${unaccented(
    'aktion|befehl|kommando|eingabe|zug|antwort|action|commande|entrée|réponse|coup|acción|comando|respuesta|ação|resposta|azione|mossa|risposta|actie|opdracht|antwoord|akcja|polecenie|ruch|odpowiedź|eylem|komut|hamle|åtgärd|svar|' +
      'действие|команда|ход|ответ|дія|الأمر|أمر|الإجراء|कार्रवाई|आदेश|कमांड',
  )})(?: \\d+| ist| est?)?)$`,
  'i',
);
/** Who plays, and what leads over to a command: only as the whole label. */
const LEADING =
  /^(?:a|ai|i|me|you|player|adventurer|agent|assistant|bot|so|thus|therefore|hence|then|first)$/i;
/** Such words of languages that are written without spaces, and what may stand around them. */
const UNSPACED =
  /^[我的选择選擇下一步个個次の最终終]*(?:动作|行动|命令|指令|操作|回答|答案|動作|行動|コマンド|アクション|行为|행동|명령|동작|액션)[是为為はは]*$/;

/** Words that say that it was, might be, must not be or is about something else. */
const OTHER = wholeWord(
  'no|not|never|cannot|without|avoid\\w*|fail\\w*|forbid\\w*|refus\\w*|reject\\w*|discard\\w*|dropped|invalid|wrong|bad|incorrect|blocked|banned|exclude\\w*|skip\\w*|tried|tries|attempt\\w*|' +
    'log|logs|histor\\w*|memor\\w*|observ\\w*|before|earlier|prior|previous\\w*|past|last|recent\\w*|old|said|already|if|unless|when|otherwise|fallback|backup|later|possible|possibl[ey]|could|might|' +
    'draft|think\\w*|thoughts?|reason\\w*|plan\\w*|error|danger\\w*|warn\\w*|hint|example|sample|alternativ\\w*|options?|candidates?|schema|objectives?|goals?|questions?|game|story|says|reads|prints?|printed',
);
/** Words close before an object that say so of it. */
const AGAINST_OBJECT =
  /(?:\b(?:not|never|avoid\w*|instead of|rather than|if|unless|refus\w*|reject\w*|discard\w*|tried|previous\w*|earlier|draft|example|sample|options?|candidates?|possibl[ey]|could|might|schema|format)|n['’]t)\b(?:\W+\w+){0,3}\W*$/i;

/** Words before a command that is to be played, and before and behind one that is not. What begins anew after a comma is. */
const MEANT =
  /(?:^|[.!?]\s*|\b(?:i|we|let['’]s|try|type|enter|use|do|go|so|now|then|and|or|next|best|step|action|command|move|choose|should|must|first|instead|progress)\b[^.!?\n]*)$/i;
const SPOKEN_AGAINST =
  /(?:\b(?:no|not|cannot|never|avoid|instead of|rather than|without|over|tried|did|went|last|mistake|useless|pointless|stuck|after|if|for example|such as)\b|e\.g\.|n['’]t\b)(?:(?!, (?:i|let|type|enter|try|but|so|use|then)\b)[^.!?\n]){0,60}$/i;
const FAILED =
  /^[^.!?\n]{0,15}(?:\?|\b(?:fail\w*|already|before|(?:did|does|do|has|have|had|will)(?: not|n['’]t)|(?:is|was|were|would|leads?|led)(?:n['’]t)?(?! (?:(?:the|my) )?(?:best|right|next))|no effect)\b)/i;

/** Whether prose that stands around a command tells that it is to be played. */
function isMeant(before: string, behind: string): boolean {
  return MEANT.test(before) && !SPOKEN_AGAINST.test(before) && !FAILED.test(behind);
}

/**
 * What the texts before and behind an object make of it: the last word, no answer, or neither. What counts before it is
 * what stands in its line, or announces it.
 */
export function standing(text: string, behind: string): 'final' | 'unmeant' | null {
  const [, line = '', gap = ''] =
    /([^\n}]*?)(\s*(?:```\w*\s*)?)$/.exec(text.slice(-LONGEST_LINE)) ?? [];
  const before = gap.includes('\n') && !ANNOUNCES.test(line) ? '' : line;
  if (AGAINST_OBJECT.test(before) || /^\W*\?/.test(behind)) return 'unmeant';
  return FINAL.test(before) ? 'final' : null;
}

/** Words that call one of several the answer. */
const FINAL =
  /\b(?:final(?:ly)?|correct(?:ed|ion)|instead|chosen|pick|choice|decision|answer|response|now)\b/i;

function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize();
}

function wholeWord(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
}

/** Whether a label or key names an answer, and nothing else with it. */
export function namesAnswer(label: string): boolean {
  const words = wordsIn(label);
  const isNamed = [ANSWER, LEADING, FOREIGN, UNSPACED].some((names) => names.test(words));
  return isNamed && !namesOther(label);
}

/** Whether under such a key a text may stand that is the answer. */
export function holdsAnswer(key: string): boolean {
  if (key === 'type') return false;
  return namesAnswer(key) || /^(?:content|text|message|value|args|arguments)$/i.test(key);
}

/** Whether a label or key says that what it names is no answer: history, thoughts, what was refused. */
export function namesOther(label: string): boolean {
  return OTHER.test(wordsIn(label)) || /n['’]t\b/i.test(label);
}

/** `lastAction` and `last_action` as two words. */
function wordsIn(key: string): string {
  return unaccented(key.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replaceAll(/[_-]/g, ' '));
}

/** Words of which placeholders are made: `your command here`, `TBD`. */
const PLACEHOLDER =
  /^(?:(?:your|the|a|an|one|single|next|exact|exactly|insert|no|string|text|tbd|todo|unknown|placeholder|action|command|goes|here|max|characters)(?: |$))+$/i;

const NOTHING =
  /^(?:<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}|none|null|nil|n\/a|nothing|x{3,}|undefined|turn \d+|(?:i(?: am|['’]m| can| do)?(?: unable|['’]t| not|not|n['’]t| sorry)|sorry|as an ai)\b.*)\.?$/i;

/** Whether an object says of itself that somebody else speaks in it, or that it is an error. */
export function isSpokenByOther(object: object): boolean {
  const { role, speaker, from, type, status } = object as Readonly<Record<string, unknown>>;
  const other = /^(?:user|human|system|tool|game|narrator|environment|observation|error|failed)$/i;
  return [role, speaker, from, type, status].some((one) => other.test(String(one)));
}

/** Whether a value says something. */
export function isSaid(value: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(value)) return false;
  const words = value.replaceAll(/[^\p{L} ]+/gu, '').trim();
  if (PLACEHOLDER.test(words) && !/^no$/i.test(words)) return false;
  return !NOTHING.test(value.trim());
}
