/** What labels, keys and prose say of the command beside them: that it is the answer, or something else, or nothing. */

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
const UNMEANT =
  /(?:\b(?:not|never|avoid\w*|instead of|rather than|if|unless|refus\w*|reject\w*|discard\w*|tried|previous\w*|earlier|draft|example|sample|options?|candidates?|possibl[ey]|could|might|schema|format)|n['’]t)\b(?:\W+\w+){0,3}\W*$/i;

/** Words before a command that is to be played, and before and behind one that is not. What begins anew after a comma is. */
const MEANT =
  /(?:^|[.!?]\s*|\b(?:i|we|let['’]s|try|type|enter|use|do|go|so|now|then|and|or|next|best|step|action|command|move|choose|should|must|first|instead|progress)\b[^.!?\n]*)$/i;
const SPOKEN_AGAINST =
  /(?:\b(?:no|not|cannot|never|avoid|instead of|rather than|without|over|tried|did|went|last|mistake|useless|pointless|stuck|after|if|for example|such as)\b|e\.g\.|n['’]t\b)(?:(?!, (?:i|let|type|enter|try|but|so|use|then)\b)[^.!?\n]){0,60}$/i;
const FAILED =
  /^[^.!?\n]{0,15}(?:\?|\b(?:fail\w*|already|before|(?:did|does|do|has|have|had|will)(?: not|n['’]t)|(?:is|was|were|would|leads?|led)(?:n['’]t)?(?! (?:(?:the|my) )?(?:best|right|next))|no effect)\b)/i;

/** Whether prose that stands around a command tells that it is to be played. */
export function isMeant(before: string, behind: string): boolean {
  return MEANT.test(before) && !SPOKEN_AGAINST.test(before) && !FAILED.test(behind);
}

/** What the words before an object and behind it make of it: the last word, no answer, or neither. */
export function standing(before: string, behind: string): 'final' | 'unmeant' | null {
  if (UNMEANT.test(before) || /^\W*\?/.test(behind)) return 'unmeant';
  return FINAL.test(before) ? 'final' : null;
}

/** Words that call one of several the answer. */
export const FINAL =
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
