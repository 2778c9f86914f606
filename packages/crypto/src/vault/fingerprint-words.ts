/**
 * The 1,024 words of a fingerprint, in order; never change one, or devices show other words for one key. Spelt alike
 * in French and English, of 4 to 8 letters, without colours, and any two differ in two letters or more. Chosen from
 * what the dictionaries "an-array-of-french-words" (MIT) and SCOWL's American English (free to use) have in common.
 */
export const fingerprintWords: readonly string[] = `
abdomen about absence absolve accent accolade accord acre action active adapter addition adjacent admirer adoption
agenda agent agile aide album alibi alliance allure allusion alpha alphabet alpine amateur ambiance ambition amiable
amour amuser anaconda animal anime antique apache apparent aquarium arcade archive argue argument armoire arrange
arrive article artiste aspect aspire assure atelier atlas atrium attend attitude audible audience audio aura auto
avatar aviation axial axis baby baffle balance ballot bandage bang banjo banner barbecue barber barmaid baron baroque
barrage basic basket bastion bazooka beau belle bicycle bikini bill bingo biscuit bison blazer blinder blizzard bloc
bluff bonbon bond bonnet bonus borax border borne bouquet boutique bowling boxer bracelet brave break brick bridge
briefing brigade brochure brook budget buggy building bulletin bureau business butter cabana cabinet cacao cache
cactus caddie caddy cadet cadre calcium calmer calorie camisole camp camper camping campus canal canard canine canon
capable capital caprice capsule capture caramel carat cardigan cardinal cargo caribou carrier carry cartoon cascade
cash cassette catcher causal cause caution cavalier cave caviar cent central certain chair chaise champion change
chant chanter charger chariot chef chevron chic chignon china chorus chrome circuit citation citron citrus clapper
clearing client clip clique cloche close clown club coach cobra cocktail code coin cola collage colossal combine comma
comment commerce commit commode communal commune compact compare compile composer compost compound comprise computer
concave concept concise conduit confetti conserve console constant consumer contact content continue contour cool
copier corner corporal corpus corral correct corridor corsage cortex cosmos costume cottage country couple coupon
courage course court courtier cousin coyote crane credo cricket cross crucial cuisine cultural culture curling cursive
cycle dandy date dauphin dealer delta denture derby descend design dessert dialogue diesel digit digital direct
dispense distance distant distinct district divers divine docile doctrine document dollar domicile donation dorsal
dossier double douche doyen dragon dresser dribble driller drive dune durable duvet effort effusion ellipse empire
employer emporium enclave enclose encore engage ensemble enter enviable envisage enzyme escapade escape esquire
essence exact examine excite excuse exhale expert exploit explorer exporter expose express facial facile fanfare
ferret ferry festival festive fiction figure figurine filet film final finance finesse finish fiscal fixer flint
floral florin flux folk fondu font football footing force format former formula fortune forum four foyer fraction
fracture fragile fragment friable fritter frontal fructose fruit full funky fusion future gadget gala gallon garage
gaze gazelle gazette gecko genre geyser glacial glacier glass global globe glucose gnome goal golf gondola gong gorge
gourmet grader gradient grain grandeur granite gratis grille group guide habitat handball hangar hauteur hobby hockey
holding home horizon hormone igloo ignition ignore image imagine immense immobile immune impact implant importer
impose impulse index indirect inexact infusion inhale initial innocent input insigne inspire instance instant instinct
intact intense internet iris isotope issue item jack jacket jaguar jargon java jazz jeep jersey jogging journal jovial
judo jumbo jumping jungle junior justice karma kayak ketchup kilo kilowatt kimono kiwi koala krypton label lactose
lady lambda large laser lasso latex latin latitude latter leader leasing lecture leggings legs lever liaison liberty
licence lift lifter ligament lion listing lithium littoral live living local location logo lotus lunch lyric macaroni
machine madame magazine magma magnolia mail mailing major malt mambo manager mandarin mandate mansion marathon
marginal marina maritime mark mastiff matador match maximal maximum meeting membrane mention mentor menu mesa message
mile milieu million mini minimal minimum minus miracle mission mixture mobile modem modifier module molasses moment
monitor mono monorail monotone monsieur montage monument morale morse motel motif motion motive mousse muffin multiple
musical mustang mutable nation national native nature naval neck nectar neural neutron niche nickel nirvana noble
nocturne normal notable notation notice nova nuance nursery nylon oasis oblong observe occasion ocelot octane office
official offset omnivore onyx opaque open opinion opossum optimal optimum option oracle oral oriental original output
ovation oxford pacifier pager pair palette palpable pamphlet panache panama panda panel panier panorama papa paprika
papyrus parade pardon parent parfait parka parking parole parquet part partial parties passable passage passion
passive pastel patience patient patron pattern pavement pedigree pendant penny pension percent permit petite phase
phoenix phone photo physique piano pigeon pipeline pixel pizza placard place plan planning plaque plasma plastic
plateau plexus pliable plot plumage plume plural plus point pointer polar police polio polka pollen poncho porridge
portable porter portion portrait position positive possible postage postal posture prairie premier prestige primate
primer prince probable probe procurer profile profit prologue promise promo propose prospect proton province prudence
pudding pulsar pulse puma pure puzzle python quadrant quantum quart quarter quasar question radar radical radius
raisin ranch range rapport ratio ravioli rayon record recorder recycle reflex refrain refuge regain regard reggae
relate relation relative relax relevant reliant relief remake report reporter reprise resale respect retrace revenue
revue ring risotto rival river riveter robin robot rock rocket roman romance rosier rotary rotor roulette round route
routine royal rugby rural rush safari saga salami salon salsa samba sandwich sardine sauna scanner science scoop
scooter score scout scratch scribe script second secret section segment self senior sensible serpent serve service
session shimmy shoot show sierra sigma signal signer silence simple singer single siphon skate skating sketch skier
skipper slogan smart snack social sofa software solitude solo soluble solution source souvenir spatial speaker speech
sphinx spider spinal sponsor sport sportive sprint square squash staff stand standard standing starter station statue
steak stencil sterling stock stopper stratus stretch string studio style sublime subside suit super support suppose
surf surface surfer surgeon surplus surprise survive sushi swap swing synapse syndrome synopsis table tableau tactile
talent tandem tapioca taxation taxi tell temporal tenant tennis terminal test tester textile texture thermal thermos
tibia ticket tilt timing total totem training trait transit travail traverse triage triangle tribunal tribune triceps
trident trio triple trivial tropical trust tsunami tube tunnel turban turbine tutu tweed twist twister type ultra
union unique unit uranium urge urgent usage user vacation vaccine vacuum valise value variable variance variant
velours venue verbal verdict verdure version versus vertex vertical vertigo veto viable vibrant villa village visa
visible vision vital vivace vogue voile volley volt voltage volume vote voyage wagon watt yacht yard yoga zone zoom
`
  .trim()
  .split(/\s/);
