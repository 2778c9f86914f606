/**
 * Words of a suggested English passphrase, sorted: the most frequent of EFF's large word list (eff.org/dice, CC BY 3.0
 * US), filled up from its shorter ones.
 */
export const englishWords: readonly string[] = `
ability able abroad absence absolute abstract accent account accuracy accurate acid acquire acre acrobat acting action
active activity actress acts afar affair affected afford afoot afraid aged agency agenda agent aging agreed ahead aids
ajar alarm album algebra alias alike alive almost alone although alto aluminum alumni always amber ambush amino among
amount amply amused anatomy anchor ancient anger angled angler animal anime annex annoying annually another antibody
antiques antler antsy anybody anymore anyone anything anytime anyway anywhere aorta apache appear appendix apple
applied apply approach approval approve april aqua area arena argue arise armed armful arming army around arrange
array arrest arrival arrive ascend aside aspect aspire atlantic atlas atom atop atrium attach attempt attitude auction
audience audio august author avatar avenue average avert aviation avoid award aware awoke axis backed backing backup
bacon bacteria badge badly baking balance balmy banana banking banner barn barrel barrier basics basin basis basket
batboy batch bath battery battle blade blah blame blank blast blend bless blimp blog bluish boat bobbed body bogus
bolt bonded bonus book booth boots boring borough boss both bottle bottom bounce boxing breach breath breeding bribe
brick bride bright bring broken broker bronco bronze brook brought browse browsing brunette brush brussels bubble
buddy budget buffalo buffed buffer bulk bunch bundle bunny bush buzz cabbie cable cache cadillac cage cake calcium
calm camera camping campus canal cancel candle candy cannon canon canyon capable capacity cape capital capitol capture
carbon cardiac cargo caring carnival carol carried carrot carry cartoon case cash casino cassette catalog catalyst
catering cattle causal cause causing caution cedar celery celtic cement census ceremony chafe chain chair chamber
champion chance change channel chaos chapter charger charging charity charm charter chase cheek cheese chef chemo
cherub chess chest chevy chief chimp chip choice choosing chop chosen chrome chubby chuck chunk churn cider cinema
circle circular circus citation citizen city civic civil claim clarity class clause clay clean clear clench clerk
client climate clinic clip clock clone closure clothes clothing cloud clutch coach coastal coat cobalt coffee cold
collapse collar colonial colony come comfort comic coming comment commerce common company compare compile comply
composed composer compound computer concept concert conclude concrete confirm conflict confused congress consent
console constant consult consumer contact contents contest context control cope copied copper copy coral cork corner
corral correct cost cottage cotton could counting country county courier cover cradle crane crate crazed crazy crease
create creation creative creature credit crept cricket crimp criteria crock croon crop cross crowd crown crucial
crystal cube cuddly cultural culture cure curled cursor curtsy curve cussed custody customer customs cycle cycling
cylinder daily dairy daisy dance dancing danger darkness dash data dating daughter dawn dealer dealing dealt dean
debate debtor debug debunk decade december decent decimal deck declared decline decode decrease deduct deeply deface
default defeat defense deferred defile define defog degree delay delete delivery delta deluge deluxe democrat denial
dense density dental deny deport depth deputy derail derby derived deserve designed designer desktop despite destiny
detail detector deviant device diabetes diagram dial diameter diary dice dinghy dining dinner diploma dipper directed
directly disabled disagree disaster disclose discount discover discuss dish disk dismay disorder dispatch display
disposal dispute distance distant distinct district ditch ditzy divided dividend diving division docile dock doctrine
document dodge doily doing dollar dollop domain domestic donated donation donor dork dosage dose dove down drainage
dramatic draw dress drew dried drilling drinking driven driver driving drove drown drum dude duffel duke dupe durable
duration during dust duty dynamic each eagle early easily easter eaten eating ebay ebony ebook echo eclair eclipse
ecology economic economy edge edgy edition editor educated effects effort either elderly election elephant eleven
eligible elite elves email embassy embody emerald emission emote emperor emphasis employed employee employer empty
enable ended ending endless energy engaged engaging engine enhance enjoying enrich ensure entail entering entire
entity entree envelope envy enzyme epic episode equal equate equation equity error essay essence estate estimate
eternal ether ethics evaluate even everyday everyone evidence evident evil exact example excess exchange exciting
exclude excuse exhaust existing exit expand expenses expert explain explicit explore exposure express extended extent
exterior external extras fable fabric fabulous facial facility facing factor faculty fade failing falcon fall false
fame familiar family fancy fantasy faster favorite federal feed feel feline fence ferry festival fever fiber fiction
fifteen fifth fifty figure filing filled filler filling film filter finally finance finished finite five flaky flame
flashing flashy flick flier flight flip float flock floral florist flyer flying foam folic folk follow fondly font
food fool footage football footwear fossil foster founder fountain fraction frame framing frayed freedom freely
freeware freight french frenzy frequent fresh friday fridge friend from front frozen fruit gains gallery gambling game
gaming gamma gangly garage garbage garden garlic garnet gave gazing gear geek gender generic generous genetics genre
gently gents geology geometry getting giant gift given giving gladly glance glare glass gloomy glory glucose gluten
goal goes going golf gone good goofy google gopher gore gorgeous gossip gothic gotten grab graduate grain granny grant
grape graph grass gravity gray green greeting grew grid grill grime grimy grip groove ground grove growing grunge
guidance guide guise gulf gulp guru gutter habitat hacker half halves hamper handbook handed handheld handled handling
handmade happy harbor hardcore hardly hardware hardwood harmful harmony harsh harvest hash haunt haven hazard hazy
headed header heading headset heat heavily hedge helium helmet helpful helping hence herald herbal herbs heritage
herself hubcap huddle hull human humble hunger hungry hunter hunting hurt husband husked hybrid hydrogen icon identify
identity ignore image imaging impaired impale imperial impose improve impure ipod iron islamic isolated issue item
itunes ivory jacket jailer january java jazz jeep jelly jersey jester jimmy jogger john joining jolly judge judicial
juice july jumble jump junction june junior jurist jury justice justify juvenile karaoke karma keep kept kick kiln
kimono king kissing kitchen kitty kiwi knee knoll ladder ladies lagoon lake lance landing language laptop lard large
last latch late latitude latter launch laundry lazy left legacy legal legend lemon length lens lesser letter level
liable liberty library licking life lifter likely likewise lilac lily limit line linked lion liquid lisp list little
lived liver living lung luxury lying lyrics macaw machine magazine magical magnetic maimed majority maker making
manager managing mandate mangle manor manual many marathon march mardi margin marina marine maritime maroon married
massive matching material math mating matrix matter maximize maximum maybe mayday moaner mobile mobility mocker
modified modify modular module moisture mold monday monetary monitor monthly mooing most motion motive motor mountain
mounted mounting mouse mouth move movie moving mower mowing much mulled multiple mumps museum music musky mustang mute
mutual muzzle myself myspace myth nail name nape napped nappy narrow national native natural nature navigate navy
nearby nearest nearly negative neon nerd nervous nest never next nickname nintendo nuclear nuclei number numeric
numerous nursery nursing nylon oasis object oboe observer obtain obtuse obvious ocean october oink okay olive olympics
omega omit ongoing onion online only onto onyx oops ooze open operate operator opponent opposite other ought ounce
outbid outcome outdoors outer outlet outline outlook output outreach oval oven overall overcome overhead overview
oxford oxygen ozone pacific paging palace palm panama panic pants paper parade parcel pardon parish parking partly
partner party passage passing passion passive passport password pasta pasted pastor path patient patio patrol pavilion
payable payday paying payment payroll pectin pellet pelt penalty pencil pendant pending penny pension percent perfume
petite petition petty phantom phoenix phony photo phrase planner plant plasma plastic plated platform platinum
playback player playing playlist plaza pleat pledge plenty plop plot plug plus poem poet pogo pointed pointer pointing
poison poker polar police policy polish polka polo polymer pond pope popular pork portable portal portion portly
posing possible possibly postage postal postcard posted poster posting pound pout power prance prayer precise predict
prefix pregnant premiere premises premium prepaid preppy press pretty prevent preview previous primary primp princess
print prior prison privacy private prize probably probe problem process produce product profile program progress
promptly proofs properly property proposal propose proud proved proven provided provider province proxy prozac prune
public pull pulp pulse punch punk pupil puppy purchase purple purse pursuant pursuit pushing pushup puzzle python
quail qualify quality quantum quarters query quickly quiet quilt quit quote race racing rack radar radio raffle raft
rage ragged railroad railway rake rally ranch random ranger ranging ranked ranking rare reach reaction reason rebate
rebel rebound rebuff recall recent record recovery rectal refined reflex reflux refresh refund refuse refute reggae
regime region register registry regular rehab related relation relative relax relay release reliable reliance reload
rely remark remedy remember reminder remix remote removal removed removing renewal rental repair repeal repeated
repent replace replica reply reporter repost reprint request require resale research reseller reset resident resolved
resort resource respect result resume retail retake retired retool retreat return reunion reveal revenge revenue
reverb reverse revision revolt reward rework ribbon rice ride riding rise rising risk rival robe robin robust rocket
rocky roman rope roster rotten roulette routine routing rover royal rubber ruby rule rumor runner running runny rural
rush sacred safari safely saga sage said saint sake salad salary salon saloon salt same sample sampling sandy sank
santa satin satisfy saturday savage saved savings scale scam scanner scanning scared scary scenic schedule scheme
scholar science scoop scope scored scoring scotch scratch screen script scroll scuba second secret sector securely
security sedan segment selected self semester seminar senate senator send senior sequence series serve service serving
sessions setting settle setup seventh shaded shadow shady shaft shame shape share shawl shed sheep sheet shelf shell
shelter shield shine ship shirt shock shopper shopping shore shorter shortly shorts shove showcase shower showing
shown showy shrink shut sierra siesta sift silent silicon silk silly silver simple simply singer singing single sister
sitting situated sixth size skating skiing skilled skirt skype slab slate slaw sled sleep sleeve slicer slightly slip
sliver slogan slot small smell smile smith smoking smoky smooth snap snuff speak species spectrum speech speed
spelling spending spent sphere spider spirits splice spoken sponsor sporting sports spouse spray spring sprint spur
squad squash squint squire squirt stable stack stadium staff stage stamp stand starring starter starting startup state
static status statute stays steam steed steering stem step stereo sterling stew stick stock stole stood stoop stopped
stopping storage storm stout stranger strategy straw stray stream street strength strep stress stretch strewn strict
strike striking strongly struck struggle stuck student studied studio study stuffed stuffy stunning stunt stylus suave
subject sublime subway such sudden sugar suggest suitable superior supplier supply support supreme surely surface
surgery surgical surname surplus surprise surround survey survival survive survivor suspect swan sway swear sweep
swimming switch swoosh sympathy symphony syndrome synopsis system tabby tables tablet tackle tacky tactics take taking
tall tank tanned target tartar task taste tattoo thank that theater thee theft theme theology thermal these thesis
thigh thing think thirty thong those thousand thread throat throwing thumb thursday thus tiger tile till timing
timothy tint tiny tipoff tipper tiring tissue trace track tractor trade trading traffic tragedy train trance transfer
traps trash travel tray treat tree trend trial triangle tribunal tribune tribute tried trinity trio triumph trophy
tropical trouble trout truck trustee truth tuesday tuition tulip tummy turkey turret turtle tutor tweed twelve twenty
twice twine twins twisted twitch ultimate ultra unable unbend uncle unease unglue unified unify union unit universe
unknown unless unmade unrest unsigned unsure until untitled unused unusual unwell upcoming update upgrade upheld
uphold upload upon upper urban urgent usable usage used user usual utility utilize utter vacate vacation valid valium
valley value vanilla variable varied variety various varying velcro velocity velvet vendor venture venue verify verse
version versus vertical very vessel veteran veto vice victory video viewer viewing village vintage violin viral
virtual virus visa visible vision visiting visitor vista vitamins voice void voltage volumes voting vowed wages wagon
wake waking walk walnut wanted wanting washer washing wasp watch water wham wheat whenever whole wick widely widen
width wife wifi wildlife willed willing willow wind wing winner winter wired wireless wiring wisdom wise wish wizard
wobble wolf wool word work worried worry worst wound wrist writing written xbox xerox yahoo yard yarn yeah yearly
yeast yield yoga zero zippy zone zoning zoom
`
  .trim()
  .split(/\s/);
