/**
 * Words that say something of any story and so name no thing of one: function words, and what lessons are told with.
 * Verbs and adjectives stand in their plain form.
 */
const WORDS = `
a about above across after again against ago ahead all almost alone along already also although always among an and another
any anybody anyone anything anyway anywhere apart are around as aside at away back be because been before behind being
below beneath beside besides best better between beyond both but by can cannot could did do does doing done down during
each eight either else elsewhere enough even ever every everybody everyone everything everywhere except far few first five
for four forever from further had half has have having he hence her here hers herself high him himself his how however i if
in inside instead into is it its itself just last later least left less like likely low many may maybe me might mine more
most much must my myself near nearby nearly neither never next nine no nobody none nor not nothing now nowhere of off often
on once one only onto or other others otherwise our out outside over own past per perhaps possible probably quite rather
right same second seven several shall she should since six so some somebody someone something sometimes somewhere soon still
such ten than that the their them themselves then there therefore these they third this those though three through
throughout thus till to together too toward towards twice two under unless unlike until up upon us very via was way we well
were what whatever when whenever where wherever whether which while who whole whom whose why will with within without would
yet you your yourself zero
ability access accident action adventure advantage advice aim alternative amount answer approach area arrival attempt
attention bad beginning benefit bit bottom branch case cause center centre chance change choice clue code combination
command condition confirmation connection consequence content context contents control cost course danger dark darkness
dawn day dead deal death decision defeat description detail difference difficulty direction discovery distance dusk edge
effect effort end enemy entrance entry environment episode error escape event evidence example exit experience exploration
explorer fact failure fate fight figure form front future game goal ground group guess half harm hazard help hint hope hour
idea information instruction interaction interest inventory item journey key kind knowledge lack lesson level life light
limit line list location look loss luck lure main map mark material matter maximum maze mean meaning means mechanism
mechanic memory message method middle mind minute mistake moment monster move movement name need night noise note number
object objective obstacle occasion opportunity option order part passage path pattern pause peril person piece place plan
play player point position possibility potential preparation presence prize problem procedure process progress protection
puzzle quest question range reach reason region reply report requirement resource respect response rest result return
reward risk role room route rule safety scene score scoring search section sense sequence session set shape side sight sign
situation size sort sound source space spot stage start state step stop story strategy strength stuff success surface
surprise survival target task tension test text thing threat time title tool top total touch trace trail transport trap
travel treasure trial trick trigger trip trouble try turn type use value verb version victory view visit visitor voice wait
warning weight win word work world
accept achieve act add affect aid allow appear apply arrive ask attack avoid await bar be become begin believe belong block
bring build call care carry catch change check choose clear climb close collect come complete conceal confirm confront
connect consider contain continue cover create cross cut deal decide decrease defeat deliver demand deny depend deposit
describe destroy deter die disappear discover display distract disturb do drag draw drain drive drop earn eat empty enable
encounter engage enter establish evade examine exist expect explore expose extend face fail fall feed feel fetch fill find
finish fit flee follow force free gain gather get give go grant grow guard guide halt hand handle hang happen hear heed hide
hinder hit hold hurt identify ignore illuminate improve include increase indicate inform injure insert inspect interact
investigate keep kill know land lead learn leave let lie lift listen live locate lock lose lower make manage manipulate
match meet mention miss need notice obstruct obtain occur offer open operate oppose overcome own pass pay permit pick place
possess prepare present press prevent proceed produce progress prohibit prompt prove provide pull punish push put quit raise
read realise realize receive recognise recognize record recover reduce refuse regain release rely remain remember remove
repeat replace reply require reset resist resolve respond restore result retreat retrieve retry return reveal reverse reward
rise run save say scare score see seem sell send serve shift show shut slay slow solve spare speak spend stand start stay
steal stick stop store strike succeed suffer suggest supply support surround survive switch take talk teach tell tempt tend
test think threaten throw tie touch track trade transform trap travel treat trigger trust turn uncover understand unlock
unveil urge use vanish visit wake walk wander want warn waste watch wear wield win wish worry worth yield
able absent active actual alive angry asleep available awake aware beneficial big blank brief bright broken calm careful
careless central certain cheap clean clear clever clockwise closed cold complete confusing consistent correct crucial
current damp dangerous dark deadly deep dense different difficult dim direct dirty distant dry dull dusty early easy
effective empty entire equal essential evil exact extra faint fair familiar fast fatal final fine fixed flat foolish
fragile frequent fresh friendly full futile general gentle good great handy happy hard harmful harmless heavy helpful
hidden hollow hostile huge identical idle impassable impossible important inaccessible incorrect indoor initial invisible
key large late lethal light limited little live local locked lonely long loose lost loud lower main mandatory meta minor
missing mysterious narrow necessary new nice normal north northeast northern northwest obscure obvious odd old ordinary
original outdoor outer peaceful perfect permanent plain pointless poor positive precious present previous primary proper
quick quiet ready real reliable remote rich risky rough round ruined safe secret secure separate sharp short significant
silent similar simple single slight slow small smart smooth soft solid south southeast southern southwest special specific
stable steep sticky straight strange strong stuck stupid successful sudden sure tall temporary tentative terrible thick
thin tight tiny tough transparent true typical ugly unable uncertain unclear underground unknown unlikely unlit unlocked
unnecessary unpleasant unreachable unsafe unsolved unusual upper upstairs downstairs useful useless usual vague valuable
vast visible vital vulnerable warm wary weak west western east eastern wet wide wild wise wooden wrong young
apparently automatically carefully clearly completely correctly currently directly eventually exactly finally first
generally immediately initially merely mostly normally only permanently possibly presumably previously probably quickly
quietly repeatedly safely simply slowly specifically successfully suddenly temporarily tightly typically unexpectedly
usually
ate been begun blown bought brought came caught chosen dealt died drawn drew driven eaten fallen fed felt flown fought found
frozen gave given gone got grew grown heard held hung hurt kept knew known laid led left lit lost made meant met paid ran
risen said sat saw seen sent shown shut slain sold sought spent stolen stood stuck taken taught thought threw thrown told
took tried went woke woken won wore worn written
animal attacker barrier being companion container creature doorway gap gift hole keeper opening opponent owner weapon
ahead ambush beware bonus don't doesn't isn't can't won't didn't ep episode's player's npc parser interpreter prompt
`;

const ORDINARY: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Whether a word, in one of its forms, is about stories in general and not a thing of one. */
export function isOrdinaryWord(word: string): boolean {
  return wordForms(word).some((form) => ORDINARY.has(form));
}

/** A word in lower case and what it may be a form of: "boxes" of "box", "opened" and "opening" of "open". */
export function wordForms(word: string): readonly string[] {
  const plain = word.toLowerCase().replace(/['’]s?$/, '');
  const stems = [
    plain.replace(/s$/, ''),
    plain.replace(/es$/, ''),
    plain.replace(/ies$/, 'y'),
    plain.replace(/ied$/, 'y'),
    ...['ed', 'ing', 'er', 'est', 'ly'].flatMap((ending) => {
      if (!plain.endsWith(ending) || plain.length < ending.length + 3) return [];
      const stem = plain.slice(0, -ending.length);
      return [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')];
    }),
  ];
  return [...new Set([plain, ...stems])].filter((form) => form.length > 1 || form === plain);
}
