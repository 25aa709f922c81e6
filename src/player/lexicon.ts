import { wordForms } from '../domain/word-forms.ts';

/** Words by the kinds of thing that they name; ordinary English, nothing of any story. A word may be of several kinds. */
const WORDS = {
  light: 'lamp lantern torch flashlight candle',
  fire: 'match matchbox matchbook lighter tinderbox flint steel tinder torch candle',
  key: 'key keycard card lockpick',
  // the best first
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
  // what something is done to
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

const kindsOf = remembering((word): ReadonlySet<Kind> => {
  const forms = word.endsWith('s') ? wordForms(word) : [word];
  const known = forms.find((form) => KINDS.has(form));
  return KINDS.get(known ?? '') ?? new Set();
});

/** The kinds of what a name names, by its last word or what it is of (`pile of leaves`); precious by any word. */
const kindsOfName = remembering((name): ReadonlySet<Kind> => {
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

/** Words for things, or for things of one kind, that a text holds, in its order. */
export function thingWords(text: string, kind?: Kind): readonly string[] {
  const isOne = (kinds: ReadonlySet<Kind>) => (kind ? kinds.has(kind) : kinds.size > 0);
  return [...new Set(text.match(/[a-z'-]+/g))].filter((word) => isOne(kindsOf(word)));
}

/** How good a thing of a kind is: its place among the words, the best first. */
export function rankIn(kind: Kind, name: string): number {
  return WORDS[kind].split(' ').findIndex((word) => name.endsWith(word));
}

/** What is kept of one function; then all of it is forgotten, for the next episode is another. */
const MOST_KEPT = 2000;

/** A pure function of a text that does not read the same text twice: conversations only grow. */
export function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MOST_KEPT) known.clear();
    const result = read(text);
    known.set(text, result);
    return result;
  };
}
