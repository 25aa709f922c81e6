import type { Choice } from './choice.ts';
import { allows } from './grammar.ts';
import { mentionedNouns } from './looking.ts';
import { nounsIn } from './room-text.ts';
import type { Situation } from './situation.ts';
import { names, type Thing } from './thing-names.ts';

const FITS = 3;
const NEXT_FORM = 4;
/** What was said of a thing named the tool. */
const NAMED = 1.5;
const NEXT_NAMED = 0.5;
const ABOUT = /^(?:examine|read|open|push|pull|turn) /;
const HOLDS =
  /\b(?:slot|hole|keyhole|socket|holder|hook|space|room|place|shape|shaped|indentation|recess|depression|fits?|missing|needs?|wants?|for (?:a|an|one|the|something))\b/;
const NAMED_FORMS = ['put T in O', 'put T on O'];
const TEXT_ONLY = 1;
const ELSEWHERE = 4;
/** What both things are held for comes to the same anywhere. */
const AGAIN = 30;

/** What people do with a held thing of one kind to a thing of another; ordinary English, nothing of any story. */
interface Use {
  readonly tool: RegExp;
  /** Absent where it may be any fixture. */
  readonly target?: RegExp;
  /** Commands, the likeliest first: T is the tool, O what it is used on. */
  readonly forms: readonly string[];
}

const USES: readonly Use[] = [
  {
    tool: /\b(?:spade|shovel|trowel|pickaxe?)$/,
    target:
      /\b(?:ground|earth|soil|sand|dirt|grave|mound|flowerbed|bed|patch|snow|mud|beach|garden|cross|dune|heap|pile)$/,
    forms: ['dig O with T', 'dig in O with T', 'dig O', 'dig in O'],
  },
  {
    tool: /\b(?:rope|cord|string|chain|cable|line)$/,
    forms: ['tie T to O', 'attach T to O', 'put T on O'],
  },
  {
    tool: /\b(?:knife|sword|axe|scissors|shears|saw|hacksaw|machete|secateurs|dagger|sickle|scythe)$/,
    target:
      /\b(?:ropes?|webs?|cobwebs?|vines?|cords?|wires?|threads?|string|brambles?|weeds|bush|hedge|branch|nets?|ivy|thorns?|ribbon|canvas|bars?|padlock)$/,
    forms: ['cut O with T', 'cut O'],
  },
  {
    tool: /\b(?:crowbar|jemmy|jimmy|chisel|poker|axe|(?:iron|steel|metal) bar)$/,
    target:
      /\b(?:door|lid|crate|chest|boards?|planks?|panel|window|box|trapdoor|hatch|drawer|slab|flagstone|case|barrel|cask)$/,
    forms: ['pry O with T', 'prise O with T', 'force O with T', 'open O with T', 'unlock O with T'],
  },
  {
    tool: /\b(?:hammer|axe|sledgehammer|mallet|rock|stone|brick|pickaxe?)$/,
    target:
      /\b(?:window|glass|vase|mirror|boards?|ice|padlock|jar|urn|boulder|rubble|crate|piggy)$/,
    forms: ['break O with T', 'hit O with T', 'break O'],
  },
  {
    tool: /\b(?:wrench|spanner|pliers|screwdriver)$/,
    forms: ['turn O with T', 'unscrew O with T', 'undo O with T', 'open O with T'],
  },
  {
    tool: /\b(?:match(?:es|box|book)?|lighter|tinderbox|flint|tinder|steel|torch|candle)$/,
    target:
      /\b(?:candles?|lamp|lantern|torch|fire|fireplace|logs?|fuse|wood|firewood|kindling|brazier|stove|hearth|wick|beacon|bonfire|incense|oven|furnace|sticks)$/,
    forms: ['light O with T', 'burn O with T', 'light O'],
  },
  {
    tool: /\b(?:coins?|token|ticket|card|disc|penny|money|shilling|sixpence|florin|dime|quarter|nickel)$/,
    target:
      /\b(?:slot|machine|meter|turnstile|reader|phone|telephone|box|jukebox|plate|bowl|telescope)$/,
    forms: ['put T in O', 'insert T in O', 'put T on O'],
  },
  {
    tool: /\b(?:oil|oilcan|grease)\b/,
    target: /\b(?:hinges?|wheel|mechanism|lever|gears?|bolt|winch|valve|windlass|crank)$/,
    forms: ['oil O with T', 'oil O', 'pour T on O', 'put T on O'],
  },
  {
    tool: /\b(?:bucket|bottle|jug|flask|pail|cup|kettle|jar|watering can|bowl|goblet|pitcher)$/,
    target:
      /\b(?:water|well|stream|river|fountain|spring|pump|pool|tap|sink|lake|pond|sea|trough|brook|barrel)$/,
    forms: ['fill T from O', 'fill T with O', 'fill T', 'put T in O'],
  },
  {
    tool: /\b(?:water|bucket|jug|bottle|watering can|pail|flask|jar|pitcher)$/,
    target:
      /\b(?:plant|flowers?|fire|flames|seeds?|pot|soil|tree|vine|sapling|bush|rose|bean|trough)$/,
    forms: ['pour T on O', 'water O with T', 'water O', 'put T on O', 'empty T on O'],
  },
  {
    tool: /\b(?:seeds?|beans?|bulb|acorn|sapling)$/,
    target: /\b(?:pot|soil|earth|ground|hole|bed|garden|patch)$/,
    forms: ['plant T in O', 'put T in O', 'bury T in O'],
  },
  {
    tool: /\b(?:battery|batteries|bulb|fuse|crank|handle|wheel|gear|cog|cogwheel|knob|lens|film|tape|record|cartridge|prism|pendulum)$/,
    target:
      /\b(?:lamp|lantern|torch|flashlight|machine|radio|projector|socket|mechanism|engine|generator|panel|clock|hole|player|device|winch|pump|gramophone|works|spindle|axle|shaft|bracket|box|slot|holder|receptacle|housing|cradle|lighthouse|telescope|apparatus)$/,
    forms: ['put T in O', 'put T on O', 'insert T in O', 'attach T to O'],
  },
  {
    tool: /\b(?:cloth|rag|polish|brush|broom|sponge|soap|duster|mop|handkerchief)$/,
    target:
      /\b(?:mirror|window|glass|plaque|lamp|painting|portrait|floor|statue|plate|inscription|sign|lens|dust|stain|tarnish|medal|brass|bell)$/,
    forms: ['clean O with T', 'polish O with T', 'rub O with T', 'clean O', 'rub O'],
  },
  {
    tool: /\b(?:net|hook|rod|tongs|cage)$/,
    target:
      /\b(?:fish|butterfly|bird|moth|trout|salmon|water|pool|stream|pond|river|ember|frog|rat|mouse)$/,
    forms: ['catch O with T', 'take O with T', 'put T in O'],
  },
  {
    tool: /\b(?:ladder|plank|board|pole)$/,
    target: /\b(?:wall|chasm|gap|ditch|stream|window|tree|ledge|pit|trapdoor|crack|gully)$/,
    forms: ['put T on O', 'put T across O', 'put T against O', 'put T in O', 'lean T on O'],
  },
];

/** Using what is held on what is here, where people would, or where a text named it: a spade on soft earth, a card in a slot. */
export function applyingChoices(situation: Situation): readonly Choice[] {
  const { held, things } = situation;
  const mentioned = mentionedNouns(situation).map((word) => ({
    name: word,
    word,
    extra: TEXT_ONLY,
    isFixture: false,
  }));
  const isFixture = ({ word, traits, told }: Thing) =>
    !traits.includes('animate') &&
    (told === 'described' || (told === 'nowhere' && situation.isTried(`take ${word}`)));
  const here = [
    ...things.map((one) => ({ ...one, extra: 0, isFixture: isFixture(one) })),
    ...held.map((one) => ({ ...one, extra: 0, isFixture: false })),
  ];
  return held.flatMap((tool) =>
    [...here, ...mentioned]
      .filter(({ word }) => word !== tool.word)
      .flatMap((target) => [
        ...applied(tool, target, situation),
        ...(isSaidOf(
          target.word,
          tool,
          situation.journal.filter(({ place }) => place === situation.place),
        )
          ? choicesOf(
              NAMED_FORMS,
              { tool, target: target.word, cost: NAMED, next: NEXT_NAMED },
              situation,
            )
          : []),
      ]),
  );
}

interface Target {
  readonly name: string;
  readonly word: string;
  readonly extra: number;
  /** Part of the room or not to be taken, and nobody. */
  readonly isFixture: boolean;
}

function applied(tool: Thing, target: Target, situation: Situation): readonly Choice[] {
  const isFor = (use: Use) => use.target?.test(target.name) ?? target.isFixture;
  return USES.filter((use) => isTool(tool.name, use) && isFor(use)).flatMap(({ forms }) => {
    const what = { tool, target: target.word, cost: FITS + target.extra, next: NEXT_FORM };
    return choicesOf(forms, what, situation);
  });
}

/** The first forms that the grammar reads, as commands. */
function choicesOf(
  forms: readonly string[],
  what: {
    readonly tool: Thing;
    readonly target: string;
    readonly cost: number;
    readonly next: number;
  },
  situation: Situation,
): readonly Choice[] {
  const { tool, target, cost, next } = what;
  const isHeld = situation.held.some(({ word }) => word === target);
  return readable(forms, situation).map((form, rank) => {
    const action = form.replace('T', tool.word).replace('O', target);
    const again = situation.isTriedElsewhere(action) ? (isHeld ? AGAIN : ELSEWHERE) : 0;
    const why = `The ${tool.word} may be for the ${target}.`;
    return { action, cost: cost + rank * next + again, why };
  });
}

/** Whether an answer to what was done with one thing named another, as a slot does a coin. */
function isSaidOf(word: string, tool: Thing, turns: Situation['journal']): boolean {
  const own = tool.word.split(' ').at(-1) ?? tool.word;
  return (
    !names(word, own) &&
    !turns.some(({ action }) => action === `take ${tool.word}`) &&
    turns.some(
      ({ action, text }) =>
        ABOUT.test(action) &&
        action.endsWith(` ${word}`) &&
        !names(action, own) &&
        sentencesOf(text).some((sentence) => HOLDS.test(sentence) && names(sentence, own)),
    )
  );
}

const sentencesOf = (text: string) => text.toLowerCase().split(/(?<=[.!?;:])\s+|\n/);

/** Whether something said of a thing at a place names what is held. */
export function isNamedAt(place: number, tool: Thing, { journal }: Situation): boolean {
  const there = journal.filter((turn) => turn.place === place && ABOUT.test(turn.action));
  return there.some(({ action }) => isSaidOf(action.split(' ').at(-1) ?? '', tool, there));
}

/** Whether a text names what a held thing is used on. */
export function usesOn({ name, word }: Thing, text: string, situation: Situation): boolean {
  const nouns = nounsIn(text).filter((noun) => !names(word, noun));
  return USES.some(
    (use) =>
      isTool(name, use) &&
      readable(use.forms, situation).length > 0 &&
      nouns.some((noun) => use.target?.test(noun) ?? false),
  );
}

/** `flint and steel` is either; `key of stone` is a key. */
function isTool(name: string, { tool }: Use): boolean {
  const [head = name] = name.split(' of ');
  return [name, ...head.split(' and ')].some((part) => tool.test(part));
}

const MOST_FORMS = 2;

/** The first forms that the grammar reads. */
function readable(forms: readonly string[], { grammar }: Situation): readonly string[] {
  const isRead = (form: string) => {
    const [verb = '', ...rest] = form.split(' ');
    const first = rest.find((word) => word === 'T' || word === 'O');
    const pattern = rest.map((word) => (word === first ? 'X' : /^[TO]$/.test(word) ? 'Y' : word));
    return allows(grammar, verb, pattern.join(' '));
  };
  return forms.filter(isRead).slice(0, MOST_FORMS);
}
