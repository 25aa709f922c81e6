import { wordsIn } from './text.ts';

/** Words of commands whose forms follow no rule, each before its forms. What is a thing as well ("a saw") is left out. */
const IRREGULAR = `
be is are was were been; begin began begun; bend bent; bite bitten; blow blew blown; break broke broken; bring brought;
build built; buy bought; catch caught; child children; come came; dig dug; do does did done; draw drew drawn;
drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; fight fought; fly flew flown; foot feet;
freeze froze frozen; get got gotten; give gave given; go goes went gone; hang hung; hide hid hidden; hold held; keep kept;
kneel knelt; know knew known; lie lain lying; die dying; lead led; light lit; lose lost; make made; man men;
mouse mice; pay paid; ride rode ridden; ring rang rung; run ran; say said; see seen; sell sold; send sent;
shake shook shaken; shine shone; shoot shot; show shown; sing sang sung; sink sank sunk; sit sat; sleep slept;
speak spoke spoken; stand stood; steal stole stolen; strike struck; sweep swept; swim swam swum; swing swung;
take took taken; teach taught; tear torn; tell told; throw threw thrown; tie tying; tooth teeth; wake woke woken;
wear wore worn; win won; woman women; write wrote written
`;

const BASES: ReadonlyMap<string, string> = new Map(
  IRREGULAR.split(';').flatMap((line) => {
    const [base = '', ...forms] = line.trim().split(/\s+/);
    return forms.map((form) => [form, base] as const);
  }),
);

/** What a plural of fewer letters would leave is no noun. */
const SHORTEST_PLURAL = 4;

/** Whether two words are one word, or may be, however they end: "key" and "keys", "took" and "taking". */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const forms = wordForms(other);
  return wordForms(one).some((form) => forms.includes(form));
}

/** A shorter word says little. */
const LONG_WORD = 4;

/** The share of another text's longer words that a text has, in any form; 0 where the other has none. */
export function sharedWords(text: string, other: string): number {
  const said = new Set(wordsIn(text).flatMap(wordForms));
  const words = [...new Set(wordsIn(other).filter((word) => word.length >= LONG_WORD))];
  const shared = words.filter((word) => wordForms(word).some((form) => said.has(form)));
  return words.length === 0 ? 0 : shared.length / words.length;
}

/** A word in lower case, then every word of which it may be a form: "boxes" of "box", "opened" and "opening" of "open". */
export function wordForms(word: string): readonly string[] {
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
  // One vowel before one consonant: "taking" is of "take", because "tak" would be "takking".
  if (/^[^aeiou]*[aeiou][^aeiouwxy]$/.test(stem)) return [`${stem}e`];
  return [stem, `${stem}e`, stem.replace(/([^aeiou])\1$/, '$1')];
}

/**
 * Nouns that name no thing of a story but speak of stories, play and space in general. In singular. Which words of a text
 * are nouns is told by `nounsIn`.
 */
const WORDS = `
ability access accident action advance advantage adventure advice ahead aim air alternative ambush amount animal
answer anybody anyone anything approach area arrival assumption attacker attempt attention back bad barrier batch
beginning behavior behaviour being benefit bit bonus both bottom branch breath budget bunch burden capacity case cause
ceiling center centre chance change character check checkpoint choice climb clock clue code combination command
companion conclusion condition confirmation connection consequence container content contents context control
conversation corner cost counter course creature crowd cure danger dark darkness dawn day dead deal death decision
deduction defeat delay description detail detour dialogue dictionary difference difficulty direction discovery
distance doorway down downstairs dozen drawback drop dusk east edge effect effort eight end enemy entrance entry
environment ep episode error escape evening event everybody everyone everything evidence example exit expense
experience exploration explorer fact failure fall fate fight figure find finish first five fix flavor flavour floor
form four friend front future gain game game's gap gift goal grip ground group guess half halt handful harm hassle
hazard help here hint hole hope hour hundred idea information inside instruction interaction interest interpreter
inventory item journey keeper key kill kind knowledge lack last left leftover lesson level life light limit line list
load location logic look loop loot lore loss lot luck lure main man map mark material matter maximum maze mean meaning
means mechanic mechanism memory men message method middle mind minimum minute mistake moment monster morning move
movement name neck need next night nine nobody noise north northeast northwest note nothing npc number object
objective obstacle occasion odds one opening opponent opportunity option order others outside overhead overview owner
pair parser part passage past path pattern pause payoff penalty people peril person phrase phrasing piece place plan play
player point position possibility potential precaution preparation prerequisite presence prize problem procedure
process profit progress prompt proof protection pull purpose push puzzle quest question range rank rating reach rear
reason reasoning region remainder remedy reply report requirement rescue reset resource respect response rest restart
result retry return reward right risk role room route rule safety save scene scenery schedule score scoring search
second section sense sentence sequence session set setup seven shape shortcut side sight sign situation six size sky
solution somebody someone something sort sound source south southeast southwest space spelling spoiler spot stage
start state status stay step stop story stranger strategy strength stuff subject success summary surface surprise
survival swap sweep synonym syntax tally target task ten tension test text theory there thing thousand threat
three time timer tip title tool top topic total touch trace trade trail transport trap travel treasure trial trick
trigger trip trouble try turn two type typo undo up upstairs use value verb version victim victory view visit visitor
voice wait walk walkthrough wall warning waste way weapon weight west win woman women word wording work workaround
world worth
affair agreement alibi ambition analysis appearance appetite argument arrangement aspect atmosphere attitude balance
basis blame cancellation caution ceremony certainty circuit circumstance claim coincidence color colour comfort
comparison complaint complication compromise concern confusion contact contest contrast courage courtesy crime crisis
criticism curiosity cycle damage deadline debt deception default degree demand denial departure dependency desire
destination destiny development dilemma disadvantage disaster disguise dispute disturbance doubt duration duty ease
education electricity electrics elimination emergency emotion emphasis encounter energy enthusiasm equipment
escalation exception exchange excitement excuse expectation explanation factor faith fault favor favour feature
feeling finale focus force freedom gamble guidance guilt habit height identity impact implication impression incident
income influence injury inspection instinct intention interval introduction invention investigation involvement issue
judgement judgment justice justification labor labour layout length liberty limitation logistics loyalty maintenance
majority manner merit mess mission mistrust mixture mode monologue motion motive necessity negotiation nuisance
obligation observation offer omission operation opinion origin outage outcome output overload pace panic patience
peace perception performance perspective persuasion phase phenomenon philosophy plot policy politeness portion power
practice preference pressure presumption principle priority privacy privilege probability proportion proposal prospect
provision punishment quality quantity reaction reality recognition recommendation recovery reference refusal regard
relation relationship relevance reputation resistance resolution responsibility restriction revelation revenge rhythm
ritual scope secrecy sensation series service settlement shortage significance silence skill solitude speculation
speed stability standard stress structure struggle style substitute suggestion supply support suspense symptom system
tactic talent technique temper temperature tendency tradition tragedy transition treatment trend truth tutorial
uncertainty understanding usage variation variety violence warmth weakness wealth weather welfare wisdom wish worry
anger boast curse dream fear fun grief hate humor humour jest joke joy love mood morrow mystery oath pain
pity pleasure pride promise pun riddle rumor rumour secret shame sorrow suspicion today tomorrow tonight wit yesterday
beverage clothes clothing crossing crossroad crossroads drink food furniture hub intersection junction meal outfit
refreshment rubbish snack trash
`;

const ORDINARY: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Whether a noun, in one of its forms, is about stories in general and not a thing of one. */
export function isOrdinaryWord(word: string): boolean {
  return wordForms(word).some((form) => ORDINARY.has(form));
}
