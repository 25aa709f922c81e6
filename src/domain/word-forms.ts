import { rememberText, wordsIn } from './text.ts';

/** Irregular verbs of commands, each before its forms. Forms that are also a thing ("a saw") are left out. */
const IRREGULAR = `
be is are was were been; begin began begun; bend bent; bite bitten; blow blew blown; break broke broken; bring brought;
build built; buy bought; catch caught; child children; come came; dig dug; do does did done; draw drew drawn;
drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; fight fought; fly flew flown; foot feet;
freeze froze frozen; get got gotten; give gave given; go goes went gone; hang hung; hide hid hidden; hold held; keep kept;
kneel knelt; know knew known; lie lain lying; die dying; lead led; light lit; lose lost; make made; man men;
mouse mice; pay paid; ride rode ridden; ring rang rung; run ran; say said; see seen; sell sold; send sent;
shake shook shaken; shine shone; shoot shot; show shown; sing sang sung; sink sank sunk; sit sat; sleep slept;
speak spoke spoken; stand stood; steal stole stolen theft; strike struck; sweep swept; swim swam swum; swing swung;
take took taken; teach taught; tear torn; tell told; throw threw thrown; tie tying; tooth teeth; wake woke woken;
wear wore worn; win won; woman women; write wrote written
`;

const BASES: ReadonlyMap<string, string> = new Map(
  IRREGULAR.split(';').flatMap((line) => {
    const [base = '', ...forms] = line.trim().split(/\s+/);
    return forms.map((form) => [form, base] as const);
  }),
);

/** A plural has at least so many letters. */
const SHORTEST_PLURAL = 4;

/** Whether two words are, or may be, forms of one word: "key" and "keys", "took" and "taking". */
export function isSameWord(one: string, other: string): boolean {
  return one === other || wordForms(one).some((form) => wordForms(other).includes(form));
}

/** The words that a text has only in plural: `treasure` of `treasures`. */
export function kindsIn(text: string): ReadonlySet<string> {
  const said = new Set(wordsIn(text));
  const plurals = [...said].filter((word) => /[^s]s$/.test(word));
  return new Set(plurals.flatMap(wordForms).filter((word) => !said.has(word)));
}

export const everyFormIn: (text: string) => ReadonlySet<string> = rememberText(
  (text) => new Set(wordsIn(text).flatMap((word) => wordForms(word))),
);

/** Whether a text begins with words in order, in any form, each after the first with at most so many others before it. */
export function beginsInOrder(text: readonly string[], words: readonly string[], between: number) {
  let at = 0;
  return words.every((word, index) => {
    const ahead = text.slice(at, at + 1 + (index === 0 ? 0 : between));
    const found = ahead.findIndex((one) => isSameWord(one, word));
    at += found + 1;
    return found !== -1;
  });
}

/** A shorter word says little. */
const LONG_WORD = 4;

/** The share of another text's longer words that a text has, in any form. 0 if the other has none. */
export function sharedWords(text: string, other: string): number {
  const said = everyFormIn(text);
  const words = [...new Set(wordsIn(other).filter((word) => word.length >= LONG_WORD))];
  const shared = words.filter((word) => wordForms(word).some((form) => said.has(form)));
  return words.length === 0 ? 0 : shared.length / words.length;
}

/** A word in lower case, then every word of which it may be a form: "boxes" of "box", "opened" and "opening" of "open". */
export const wordForms = rememberText(readForms);

function readForms(word: string): readonly string[] {
  const plain = word.toLowerCase().replace(/['’]s?$/, '');
  const base = BASES.get(plain);
  return base === undefined
    ? [...new Set([plain, ...singulars(plain), ...infinitives(plain)])]
    : [plain, base];
}

function singulars(word: string): readonly string[] {
  if (word.length < SHORTEST_PLURAL || !/[^s]s$/.test(word)) return [];
  const stem = word.slice(0, -1);
  if (/(?:[sxz]|[cs]h|o)e$/.test(stem)) return [stem, stem.slice(0, -1)];
  if (stem.endsWith('ie')) return [stem, `${stem.slice(0, -2)}y`];
  return stem.endsWith('ve') ? [stem, `${stem.slice(0, -2)}f`, `${stem.slice(0, -2)}fe`] : [stem];
}

function infinitives(word: string): readonly string[] {
  const stem = /^(.*[aeiouy].*?)(?:ing|(?<!e)ed)$/.exec(word)?.[1];
  if (stem === undefined) return [];
  if (stem.endsWith('i') && word.endsWith('ed')) return [`${stem}e`, `${stem.slice(0, -1)}y`];
  // One vowel before one consonant: "taking" comes from "take", because "tak" would become "takking".
  if (/^[^aeiou]*[aeiou][^aeiouwxy]$/.test(stem)) return [`${stem}e`];
  return [stem, `${stem}e`, stem.replace(/([^aeiou])\1$/, '$1')];
}

/** Nouns, in singular, that name no thing of a story but speak of stories, play and space in general; see `nounsIn`. */
const WORDS = `
ability access accident action advance advantage adventure advice affair agreement ahead aim air alarm alibi alternative
ambition ambush amount analysis anger animal answer anybody anyone anything appearance appetite approach area argument
arrangement arrival aspect assumption atmosphere attacker attempt attention attitude back bad balance barrier basis batch
beginning behavior behaviour being benefit beverage bit blame boast bonus both bottom branch breath budget bunch burden call
cancellation capacity case cause caution cave cavern ceiling center centre ceremony certainty chance change character check
checkpoint choice circuit circumstance claim climb clock clothes clothing clue code coincidence color colour combination comfort
command companion comparison complaint complication compromise concern conclusion condition confirmation confusion connection
consequence contact container content contents contest context contrast control conversation corner cost counter courage course
courtesy creature crime crisis criticism crossing crossroad crossroads crowd cure curiosity curse cycle damage danger dark
darkness dawn day dead deadline deal death debt deception decision deduction default defeat definition degree delay demand
denial departure dependency description desire destination destiny detail detour development dialogue dictionary difference
difficulty dilemma direction disadvantage disaster discovery disguise dispute distance disturbance doorway doubt down downstairs
dozen drawback dream drink drop duration dusk duty ease east edge education effect effort eight electricity electrics
elimination emergency emotion emphasis encounter end enemy energy enthusiasm entrance entry environment ep episode equipment
error escalation escape evening event everybody everyone everything evidence example exception exchange excitement excuse exit
expectation expense experience explanation exploration explorer fact factor failure faith fall fate fault favor favour fear
feature feeling fight figure finale find finish first five fix flavor flavour floor focus food force form four freedom friend
front fun furniture future gain gamble game game's gap gift goal grief grip ground group guess guidance guide guilt guy habit
half halt hand handful harm hassle hate hazard hearing height help here hint hole hope hour hub humor humour hundred idea
identity impact implication impression incident income influence information injury inside inspection instinct instruction
intention interaction interest interpreter intersection interval introduction invention inventory investigation involvement
island issue item jest joke journey joy judgement judgment junction justice justification keeper key kill kind knowledge labor
labour lack last layout lecture left leftover length lesson level liberty life light limit limitation line list load location
logic logistics look loop loot lore loss lot love loyalty luck lure main maintenance majority man manner map mark material
matter maximum maze meal mean meaning means mechanic mechanism memory men merit mess message method middle mind minimum minute
mission mistake mistrust mixture mode moment monologue monster mood morning morrow motion motive move movement mystery name
necessity neck need negotiation next night nine nobody noise north northeast northwest note nothing npc nuisance number oath
object objective obligation observation obstacle occasion odds offer omission one opening operation opinion opponent opportunity
option order origin others outage outcome outfit output outside overhead overload overview owner pace pain pair panic parser
part passage past path patience pattern pause payoff peace penalty people perception performance peril person perspective
persuasion phase phenomenon philosophy phrase phrasing piece pity place plan play player pleasure plot point policy politeness
portion position possibility potential power practice precaution preference preparation prerequisite presence pressure
presumption pride principle priority privacy privilege prize probability problem procedure process profit progress promise
prompt proof proportion proposal prospect protection provision pull pun punishment purpose push puzzle quality quantity quest
question range rank rating reach reaction reality rear reason reasoning recognition recommendation recovery reference
refreshment refusal regard region relation relationship relevance remainder remedy reply report reputation requirement rescue
reset resistance resolution resource respect response responsibility rest restart restriction result retry return revelation
revenge reward rhythm riddle right risk ritual role room route rubbish rule rumor rumour safety save scene scenery schedule
scope score scoring search second secrecy secret section sensation sense sentence sequence series service session set settlement
setup seven shame shape shortage shortcut side sight sign significance silence situation six size skill sky snack solitude
solution somebody someone something sorrow sort sound source south southeast southwest space speculation speech speed spelling
spoiler spot stability stage standard start state status stay step stop story stranger strategy strength stress structure
struggle stuff style subject substitute success suggestion summary supply support surface surprise survival suspense suspicion
swap sweep symptom synonym syntax system tactic talent tally target task technique temper temperature ten tendency tension test
text theory there thing thousand threat three time timer tip title today tomorrow tonight tool top topic total touch trace trade
tradition tragedy trail transition transport trap trash travel treasure treatment trend trial trick trigger trip trouble truth
try tunnel turn tutorial two type typo uncertainty understanding undo up upstairs usage use value variation variety verb version
victim victory view violence visit visitor voice wait walk walkthrough wall warmth warning waste way weakness wealth weapon
weather weight welfare west win wisdom wish wit woman women word wording work workaround world worry worth yesterday
`;

const ORDINARY: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Whether a noun, in one of its forms, is about stories in general and not a thing of one. */
export function isOrdinaryWord(word: string): boolean {
  return wordForms(word).some((form) => ORDINARY.has(form));
}

const SHORT_STEM = 3;

/** The possible bases of a word: "giver" of "give", "revival" of "revive", "unbolt" of "bolt". */
export function madeOf(word: string): readonly string[] {
  const plain = word.replace(/['’]s?$/, '').replace(/(?<=[^s])s$/, '');
  const [, bare = plain] = /^(?:un|re|dis|mis)(\p{L}{3,})$/u.exec(plain) ?? [];
  const [, stem = ''] = /^(\p{L}{3,}?)(?:er|or|al|ance|ence|ment|ness|ion|y)$/u.exec(plain) ?? [];
  // Many words begin with the same three letters, few with "giv" and "e".
  const bases = [...(stem.length > SHORT_STEM ? [stem] : []), ...(stem === '' ? [] : [`${stem}e`])];
  return [...(bare === plain ? [] : [bare]), ...bases];
}
