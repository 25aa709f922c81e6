import { normaliseAction } from '../../domain/command.ts';
import { isNamedInPart, thingsNamedByCommand } from '../../domain/named-things.ts';
import { type Observation, type VisibleObject, isAnimate } from '../../domain/observation.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import type { Dictionary } from '../../interpreter/interpreter.ts';
import type { Unasked } from '../../prompts/frontier-wording.ts';
import { nounsIn } from '../english-nouns.ts';
import { wordsIn } from '../../domain/text.ts';

const TALKING = /^(?:ask|tell|talk|question|speak|show|give|offer)\b/;
const SHORTEST_TOPIC = 3;
const QUOTED = /["“]([^"“”]+)["”]/g;
/** A story's own list of topics: `ASK GNOME ABOUT FLINT AND STEEL or ASK GNOME ABOUT WOOD`. */
const SUGGESTED = /\bABOUT (\p{Lu}[\p{Lu}' -]+)/gu;

/** The nouns of what was said in quotation marks, and the words of the topics that the story suggests. */
function topicsIn(text: string): readonly string[] {
  const said = [...text.matchAll(QUOTED)].map(([, words = '']) => words).join('. ');
  const suggested = [...text.matchAll(SUGGESTED)].flatMap(([, words = '']) => wordsIn(words));
  return [...nounsIn(said).map(({ word }) => word), ...suggested];
}

interface Talk {
  /** The commands that spoke to somebody, with what they were about. */
  readonly said: readonly string[];
  /** The words of the answers that name things of the story, one for each thing. */
  readonly heard: ReadonlyMap<number, string>;
}

/** What was talked about with whom in one episode. */
export class Topics {
  readonly #nouns: Pick<Dictionary, 'objectsNamed'>;
  readonly #talks = new Map<number, Talk>();

  constructor(nouns: Pick<Dictionary, 'objectsNamed'>) {
    this.#nouns = nouns;
  }

  record({ before, decision, after }: TurnRecord): void {
    const action = normaliseAction(decision.action);
    if (!TALKING.test(action)) return;
    const [person] = thingsNamedByCommand(action, before.objects.filter(isAnimate));
    if (person === undefined) return;
    const { said = [], heard = new Map<number, string>() } = this.#talks.get(person.id) ?? {};
    const found = topicsIn(after.text).flatMap((word) => this.#thingOf(word, person));
    this.#talks.set(person.id, { said: [...said, action], heard: new Map([...heard, ...found]) });
  }

  #thingOf(word: string, person: VisibleObject): readonly (readonly [number, string])[] {
    if (word.length < SHORTEST_TOPIC) return [];
    const meant = this.#nouns.objectsNamed(word);
    const [first] = meant;
    return first === undefined || meant.includes(person.id) ? [] : [[first, word]];
  }

  /** Those here who were spoken to, each with what they named and were not asked about. */
  unasked(now: Observation): readonly Unasked[] {
    return now.objects.flatMap((person) => {
      const talk = this.#talks.get(person.id);
      if (talk === undefined) return [];
      const about = [...new Set(talk.heard.values())].filter(
        (topic) => !talk.said.some((one) => isNamedInPart(one, topic)),
      );
      return about.length === 0 ? [] : [{ name: person.name, about }];
    });
  }
}
