import { wordForms } from './word-forms.ts';

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
