import { rememberText } from '../domain/text.ts';
import { wordForms } from '../domain/word-forms.ts';

/** Words by kinds of things: ordinary English, nothing of any story. A word may be of several kinds. */
const WORDS = {
  light: 'lamp lantern torch flashlight candle',
  fire: 'match matchbox matchbook lighter tinderbox flint steel tinder torch candle',
  key: 'key keycard card lockpick',
  // The best first.
  weapon:
    'sword sabre rapier gun pistol rifle ax axe spear mace bow blade knife dagger club hammer stiletto staff pitchfork',
  cutter: 'knife sword axe scissors shears hacksaw machete secateurs dagger sickle scythe',
  spade: 'spade shovel trowel pickaxe pickax',
  rope: 'rope cord string chain cable line',
  crowbar: 'crowbar jemmy jimmy chisel poker axe bar',
  hammer: 'hammer axe sledgehammer mallet rock stone brick pickaxe',
  wrench: 'wrench spanner pliers screwdriver',
  money:
    'coin money crown half-crown shilling sixpence penny pence florin guinea dollar banknote purse wallet cash token ticket card disc dime quarter nickel',
  oil: 'oil oilcan grease',
  vessel: 'water bucket bottle jug flask pail cup kettle jar bowl goblet pitcher',
  seed: 'seed bean bulb acorn sapling',
  part: 'battery bulb fuse crank handle wheel gear cog cogwheel knob lens film tape record cartridge prism pendulum',
  cloth: 'cloth rag polish brush broom sponge soap duster mop handkerchief',
  net: 'net hook rod tongs cage',
  ladder: 'ladder plank board pole',
  bell: 'bell handbell gong doorbell chime',
  whistle: 'whistle horn trumpet bugle pipe',
  // Words for the object of a deed.
  soil: 'ground earth soil sand dirt grave mound flowerbed bed patch snow mud beach garden cross dune heap pile pot hole',
  tangle:
    'rope web cobweb vine cord wire thread string bramble weed bush hedge branch net ivy thorn ribbon canvas bar padlock',
  shut: 'door lid crate chest board plank panel window box trapdoor hatch drawer slab flagstone case barrel cask',
  brittle: 'window glass vase mirror board ice padlock jar urn boulder rubble crate piggy',
  fuel: 'candle lamp lantern torch fire fireplace log fuse wood firewood kindling brazier stove hearth wick beacon bonfire incense oven furnace stick',
  slot: 'slot machine meter turnstile reader phone telephone box jukebox plate bowl telescope',
  hinge: 'hinge wheel mechanism lever gear bolt winch valve windlass crank',
  source:
    'water well stream river fountain spring pump pool tap sink lake pond sea trough brook barrel',
  thirsty: 'plant flower fire flame seed pot soil tree vine sapling bush rose bean trough',
  device:
    'lamp lantern torch flashlight machine radio projector socket mechanism engine generator panel clock hole player device winch pump gramophone works spindle axle shaft bracket box slot holder receptacle housing cradle lighthouse telescope apparatus',
  dull: 'mirror window glass plaque lamp painting portrait floor statue plate inscription sign lens dust stain tarnish medal brass bell',
  prey: 'fish butterfly bird moth trout salmon water pool stream pond river ember frog rat mouse',
  gap: 'wall chasm gap ditch stream window tree ledge pit trapdoor crack gully',
  lever: 'lever chain cord handle string wire bellrope plug hook rope',
  button: 'button buzzer panel switch brick tile',
  wheel: 'wheel dial valve crank knob bolt tap faucet screw winch windlass capstan',
  cover: 'rug carpet mat leaves boulder slab statue tapestry curtain bookcase bookshelf',
  clockwork: 'clock watch gramophone',
  climb: 'rope tree ladder vine trellis staircase stair step cliff fence pole tower beanstalk',
  opening:
    'hole window gate archway arch doorway tunnel cave boat canoe dinghy rowboat wagon sleigh trolley cab carriage cabin raft car cart elevator lift house building shed tent hut chute slide crack gap opening portal passage',
  seat: 'chair bench sofa couch throne armchair seat stool',
  engine: 'computer machine radio television tv engine generator device console switch',
  instrument: 'piano organ flute harp guitar violin drum',
  heap: 'corpse body skeleton bones rags clothes trash garbage bush nest pocket desk drawer',
  furniture:
    'rock stone crate barrel box painting picture portrait mirror pile rubble debris bed cabinet desk plank board blanket branch hay straw table dresser stove fireplace pillow cushion',
  closable:
    'door gate window shutter hatch trapdoor grating lid chest crate box cupboard cabinet wardrobe drawer mailbox case casket coffin trunk bag sack basket barrel jar bottle envelope package parcel purse wallet safe locker oven refrigerator fridge',
  readable:
    'letter note book paper newspaper magazine leaflet pamphlet booklet scroll sign signboard signpost plaque inscription engraving journal diary logbook label manual guide page poster notice card map message tablet placard writing brochure document menu ticket tag board',
  wearable:
    'coat hat cap cloak cape glove boot shoe mask helmet shirt jacket robe dress necklace amulet bracelet glasses goggles vest uniform suit scarf belt badge',
  display:
    'cabinet case showcase display pedestal plinth altar shrine niche trophy strongbox vault museum mantelpiece alcove treasury',
  deep: 'well shaft abyss chasm precipice cliff rope',
  precious:
    'gold golden silver platinum jewel jeweled jewelled gem diamond ruby emerald sapphire pearl coin crown ivory jade amber coral crystal treasure necklace statuette vase nugget ingot',
  person:
    'man woman boy girl lady gentleman guard sailor clerk attendant assistant librarian technician doctor nurse priest monk king queen prince princess wizard witch merchant shopkeeper bartender barman waiter waitress butler maid cook soldier knight captain thief troll giant dwarf gnome elf stranger child student teacher professor officer policeman driver farmer hermit beggar visitor keeper janitor',
} as const;

export type Kind = keyof typeof WORDS;

const KINDS = new Map<string, Set<Kind>>();
for (const [kind, words] of Object.entries(WORDS) as [Kind, string][])
  for (const word of words.split(' ')) KINDS.set(word, (KINDS.get(word) ?? new Set()).add(kind));

const kindsOf = rememberText((word): ReadonlySet<Kind> => {
  const forms = word.endsWith('s') ? wordForms(word) : [word];
  const known = forms.find((form) => KINDS.has(form));
  return KINDS.get(known ?? '') ?? new Set();
});

/** The kinds of a name, by its last word or what it is of (`pile of leaves`). `precious` by any word. */
const kindsOfName = rememberText((name): ReadonlySet<Kind> => {
  const words = name.split(/[ -]/);
  const kinds = words.flatMap((word, at) => {
    const isHead = at + 1 === words.length || /^(?:of|and)$/.test(words[at + 1] ?? '');
    return [...kindsOf(word)].filter((kind) => isHead || kind === 'precious');
  });
  return new Set(kinds);
});

export function isA(kind: Kind, name: string): boolean {
  return kindsOfName(name).has(kind);
}

/** Words in a text for things, or for things of one kind, in order. */
export function thingNouns(text: string, kind?: Kind): readonly string[] {
  const isOne = (kinds: ReadonlySet<Kind>) => (kind ? kinds.has(kind) : kinds.size > 0);
  return [...new Set(text.match(/[a-z'-]+/g))].filter((word) => isOne(kindsOf(word)));
}

/** The quality of a thing of a kind: its place among the words, the best first. */
export function rankIn(kind: Kind, name: string): number {
  return WORDS[kind].split(' ').findIndex((word) => name.endsWith(word));
}

/** Answers of games, in words that parsers and libraries share; nothing of any one story. */
const SAYS = {
  /** The thing is not there, or has no such name. */
  absent:
    /\b(?:can(?:'|no)t see (?:any|that)|don'?t see|no such|isn'?t (?:any|here)|not (?:any )?here|don'?t know the word|not something you need|any such thing|no \w+ here|did(?:n'?t| not) make sense|need to refer to|(?:don'?t|doesn'?t|not) (?:know|understand|recogni[sz]e) (?:the|that|what)|not see (?:that|any))\b/i,
  unknown: /don'?t know the word|need to refer to/i,
  tooMuch:
    /\b(?:load|hands? (?:are|is) full|carry(?:ing)? (?:any ?more|too)|too many things|holding too|both hands)\b/i,
  locked: /(?<!un)\b(?:locked|bolted|padlocked|won't open without)\b/i,
  /** The thing to be unlocked. */
  open: /\balready (?:open|unlocked)\b|\bunlocked at the moment\b/i,
  dark: /\b(?:pitch[- ](?:dark|black)|too dark|can(?:'|no)t see a thing|(?:total|complete|utter) darkness)\b/i,
  /** Whatever else is listed, the player is in the dark. */
  blind:
    /^(?:it'?s|it is) (?:now )?(?:too dark|pitch)|likely to be eaten|(?:is|have) (?:now )?(?:gone )?(?:pitch dark|pitch black)\b/im,
  question: /\bwhich (?:one )?(?:do|did) you mean|what do you want to|who(?:m)? do you want/i,
  no: /\b(?:can'?t|cannot|won'?t|doesn'?t|don'?t|isn'?t|aren'?t|not|nothing|never|no|unable|impossible|useless|fixed|already|hardly|violence|only)\b/i,
};

export function says(what: keyof typeof SAYS, text: string): boolean {
  return SAYS[what].test(text);
}

/** A short answer with a word of refusal. */
export function refuses(text: string): boolean {
  return text.length < 160 && says('no', text);
}

export function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?;])\s+|\n/);
}

/** Whether a text has a word, whole or in its plural. */
export function names(text: string, word: string, ending = '(?:e?s)?'): boolean {
  const at = text.indexOf(word);
  if (at === -1) return false;
  return new RegExp(`\\b${word.replaceAll(/[^a-z0-9]/g, '.')}${ending}\\b`).test(text);
}

/** A blow depends on chance: a miss says nothing about the next one. */
export function isBlow(action: string): boolean {
  return /^(?:attack|kill|hit|fight) /.test(action);
}
