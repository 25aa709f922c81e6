/** Whether labels, keys and values announce the answer, something else, or nothing. */

/** Words that name an answer, as labels and keys, in English and in languages that models fall into. */
const ANSWER = wholeWord(
  'act|actions?|commands?|cmd|moves?|steps?|input|answer|output|response|reply|decision|choice|solution|pick|choose|type|try|enter|say|do|play|send|use|run|submit|execute|turn|direction|next|final|now|chosen|selected|' +
    'aktion|befehl|kommando|eingabe|zug|antwort|tippe|gebe (?:nun |jetzt )?ein|commande|entrée|réponse|coup|taper?|acción|comando|respuesta|jugada|escribo|ação|resposta|jogada|digito|azione|mossa|risposta|scrivo|' +
    'entscheidung|décision|decisión|decisão|decisione|actie|besluit|opdracht|antwoord|akcja|polecenie|komenda|ruch|decyzja|odpowiedź|wpisuję|eylem|karar|komut|hamle|yanıt|åtgärd|handling|svar|příkaz|akce|tah|parancs|lépés|komento|toiminto|comandă|acțiune|ενέργεια|εντολή|perintah|tindakan|lệnh|' +
    'действие|команда|ход|шаг|ответ|решение|ввожу|дія|хід|الأمر|أمر|الإجراء|कार्रवाई|आदेश|कमांड|명령어?[은는]?|행동[은는]?|동작[은는]?|액션[은는]?',
);
/** Names of the player, and words that lead to a command. Only as the whole label. */
const LEADING =
  /^(?:a|ai|i|me|you|player|adventurer|agent|assistant|bot|so|thus|therefore|hence|then|first)$/i;
/** Such words of languages without spaces, and what may stand around them. */
const UNSPACED =
  /^[我的选择選擇下一步个個次の最终終]*(?:动作|行动|命令|指令|操作|回答|答案|决定|決定|動作|行動|コマンド|アクション|行为)[是为為は]*$/;

/** Words that may stand beside such a word. Any other word makes a label unknown. */
const BESIDE = wholeWord(
  "i['’]?(?:ll|d|m)|(?:here|it|let|player|that)['’]?s|a|an|the|my|your|our|i|me|we|us|you|it|is|are|am|be|will|would|should|to|for|of|in|on|as|and|this|that|here|so|thus|therefore|then|first|well|sure|ok|okay|let|" +
    'best|better|good|simple|simpler|shorter|safer?|different|another|right|chosen|selected|recommended|proposed|correct|corrected|new|single|one|only|exact|immediate|following|intended|optimal|current|parser|text|player|agent|ai|assistant|model|want|like|decided?|value|field|json|object|\\d+|' +
    'ich|meine?|endgültige?|finale?|der|die|das|nächste[rs]?|ist|lautet|je|vais|mon|ma|la|le|prochaine?|suivante?|est|sera|yo|mi|el|próxim[ao]|siguiente|es|será|eu|vou|o|minha|meu|é|escolhid[ao]|elegid[ao]|scelt[ao]|choisie?|gewählte[rs]?|io|il|mio|mia|prossim[ao]|sarà|' +
    'ik|mijn|volgende|mój|moja|moje|następn[aey]|to|jest|benim|sıradaki|sonraki|min|mitt|nästa|neste|är|er|můj|další|je|következő|seuraava|următoarea|επόμενη|berikutnya|selanjutnya|tiếp theo|я|мой|моя|мо[её]|следующ(?:ий|ая|ее)|это|будет|наступн(?:ий|а)|التالي|अगला|अगली|다음|나의|제|내',
);

/** Words for what was, might be, must not be, or is about something else. */
const OTHER = wholeWord(
  'no|not|never|cannot|without|avoid\\w*|consider\\w*|fail\\w*|forbid\\w*|refus\\w*|reject\\w*|discard\\w*|dropped|invalid|valid|available|allowed|legal|wrong|worst|bad|incorrect|block\\w*|banned|exclude\\w*|skip\\w*|tried|tries|attempt\\w*|' +
    'log|logs|histor\\w*|memor\\w*|observ\\w*|before|earlier|prior|previous\\w*|past|last|recent\\w*|old|said|already|been|did|was|were|if|unless|when|otherwise|fallback|backup|later|possible|possibl[ey]|could|might|' +
    'draft|think\\w*|thoughts?|reason\\w*|analy\\w*|simulat\\w*|hypothe\\w*|plan\\w*|error|danger\\w*|risk\\w*|warn\\w*|hint|example|sample|alternativ\\w*|options?|candidates?|schema|objectives?|goals?|questions?|game|story|says|reads|prints?|printed|' +
    'nicht|nie|niemals|keine?|bereits|schon|versucht|vermeide\\w*|pas|jamais|déjà|essayé\\w*|évite\\w*|nunca|jamás|evit\\w*|probado|probé|già|provato|não|dernière?s?|précédent\\w*|últim\\w+|ultim[ao]|letzte[rs]?|vorige[rs]?|tent(?:ei|ado|ato|é)|já|ya|нельзя|не|уже',
);
function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize();
}

function wholeWord(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${unaccented(words)})(?!\\p{L})`, 'iu');
}

function every({ source }: RegExp): RegExp {
  return new RegExp(source, 'giu');
}

/** Whether a label or key names an answer alone. */
export function labelNamesAnswer(label: string): boolean {
  const words = wordsIn(label);
  const isNamed = [LEADING, UNSPACED].some((names) => names.test(words));
  return !labelNamesOther(label) && (isNamed || (ANSWER.test(words) && isPlain(words)));
}

/** Whether the text under a heading is no answer: by the heading's words, or because they are in a script that this list does not know. */
export function announcesOther(heading: string): boolean {
  const isForeign = /(?!\p{Script=Latin})\p{L}/u.test(heading);
  return labelNamesOther(heading) || (isForeign && !labelNamesAnswer(heading));
}

function isPlain(words: string): boolean {
  const rest = words.replaceAll(every(ANSWER), ' ').replaceAll(every(BESIDE), ' ');
  return !/[\p{L}\d]/u.test(rest);
}

/** Names of containers around an answer. */
const WRAPS =
  /^(?:tools?|tool_calls?|functions?|function_call|call|results?|arguments|args|param\w*|data|json|object|message|content|payload|value|body|properties|choices|chosen|selected|best|assistant|agent|player|model)$/i;

/** Whether an object under such a key may be the answer. */
export function leadsToAnswer(key: string): boolean {
  return WRAPS.test(key) || labelNamesAnswer(key);
}

/** Whether a text under such a key may be the answer. */
export function labelHoldsAnswer(key: string): boolean {
  if (key === 'type') return false;
  return labelNamesAnswer(key) || /^(?:content|text|message|value|args|arguments|best)$/i.test(key);
}

/** Whether a label or key names something that is no answer: history, thoughts, refused commands. */
export function labelNamesOther(label: string): boolean {
  return OTHER.test(wordsIn(label)) || /n['’]t\b/i.test(label);
}

/** `lastAction` and `last_action` as two words. */
export function wordsIn(key: string): string {
  return unaccented(key.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replaceAll(/[_-]/g, ' '));
}

/** Words of placeholders: `your command here`, `TBD`. */
const PLACEHOLDER =
  /^(?:(?:your|the|a|an|one|single|next|exact|exactly|insert|no|string|text|tbd|todo|unknown|placeholder|action|command|goes|here|max|characters)(?: |$))+$/i;

const NOTHING =
  /^(?:<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}|none|null|nil|true|false|n\/a|nothing|x{3,}|undefined|turn \d+|(?:i(?: am|['’]m| can| do)?(?: unable|['’]t| not|not|n['’]t| sorry)|sorry|as an ai)\b.*)\.?$/i;

/** Whether an object says that another speaker wrote it, or that it is an error. */
export function isLabelledByOther(object: object, asked: object): boolean {
  const { role, speaker, from, type, status } = object as Readonly<Record<string, unknown>>;
  const other = /^(?:user|human|system|tool|game|narrator|environment)$/i;
  const says = [type, status].some((one) => typeof one === 'string' && labelNamesOther(one));
  const isFlagged = Object.entries(object).some(
    ([key, one]) => one === true && !(key in asked) && labelNamesOther(key),
  );
  return isFlagged || says || [role, speaker, from, type].some((one) => other.test(String(one)));
}

/** Whether a value is no placeholder. */
export function isNoPlaceholder(value: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(value)) return false;
  const words = value.replaceAll(/[^\p{L} ]+/gu, '').trim();
  if (words.length > 1 && PLACEHOLDER.test(words) && !/^no$/i.test(words)) return false;
  return !NOTHING.test(value.trim());
}
