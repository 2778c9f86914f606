/**
 * Words of a suggested French passphrase, sorted. The words without accents of the French list of BIP 39 (as in
 * @scure/bip39, MIT), and others from the words of fingerprints.
 */
export const frenchWords: readonly string[] = `
abaisser abandon abdiquer abeille abolir aborder about aboutir aboyer abrasif abreuver abriter abroger abrupt absence
absolu absurde abusif abyssal acajou acarien accabler accepter acclamer accolade accord accroche accuser acerbe achat
acheter aciduler acier acompte acronyme acteur actif action active actuel adapter addition adepte adjacent adjectif
adjuger admettre admirer adopter adoption adorer adoucir adresse adroit adulte adverbe affaire affecter affiche
affreux affubler agacer agencer agenda agent agile agiter agrafer agrume aide aider aiguille ailier aimable aisance
ajouter ajuster alarmer album alchimie alerte algue aliment alliage alliance allouer allumer allure allusion alourdir
alpaga alpha alpine altesse amateur ambiance ambigu ambition ambre amertume amidon amiral amorcer amour amovible
amphibie ampleur amusant analyse anaphore anarchie anatomie ancien angle angoisse anguleux animal annexer annonce
annuel anodin anomalie anonyme anormal antenne antidote antique anxieux apaiser aplanir apologie appareil apparent
appeler apporter appuyer aquarium aqueduc arbitre arbuste arcade archive ardeur ardoise argent argument arlequin
armature armement armoire armure arpenter arracher arrive arriver arroser arsenic article artiste aspect asphalte
aspirer assaut asservir assiette associer assure assurer asticot astre astuce atelier atome atrium atroce attaque
attend attentif attirer attitude attraper aubaine auberge audace audible audio augurer aura aurore auto automne
autruche avaler avancer avarice avenir averse aveugle aviateur avide avion aviser avoine avouer avril axial axiome
baby badge bafouer bagage baguette baignade balance balancer balcon baleine balisage ballot bambin bancaire bandage
bang banlieue banquier barbier baril baron baroque barque barrage basic bassin bastion bataille bateau batterie
baudrier bavarder beau belette belle belote berceau berger berline bermuda besace besogne beurre biberon bicycle
bidule bijou bikini bilan bilingue bill billard binaire bingo biologie biopsie biotype biscuit bison bistouri bitume
bizarre blafard blague blanchir blessant blinder bloc blond bloquer blouson bobard bobine boire boiser bolide bonbon
bond bondir bonheur bonifier bonus border bordure borne botte boucle boueux bougie boulon bouquet bouquin bourse
boussole boutique boxeur bracelet branche brasier brave break brebis breuvage bricoler bridge brigade brillant brioche
brique brochure broder bronzer brousse broyeur brume brusque brutal bruyant budget buffle buisson bulletin bureau
burin business bustier butiner butoir butter buvable buvette cabanon cabine cabinet cacao cache cachette cadeau cadre
caillou caisson calculer calepin calibre calmer calomnie calvaire camarade camion camp campagne canal canard caneton
canon cantine canular capable capital caporal caprice capsule capter capuche carabine carbone caresser caribou carnage
carotte carreau carrier carton cascade cash casier casque cassette cassure cause causer caution cavalier cave caverne
caviar ceinture cellule cendrier censurer cent central cercle cerise cerner certain cerveau cesser chagrin chair
chaise chaleur chambre champion chance change chant chanter chapitre charbon charger chasseur chaton chausson chavirer
chef chemise chenille chercher cheval chic chien chiffre chignon china chiot chlorure chocolat choisir chorus chose
chouette chrome chute cigare cigogne cimenter cintrer circuit circuler cirer cirque citerne citoyen citron civil
clairon clameur claquer classe clavier client cligner climat clivage cloche clonage cloporte close clown club cobalt
cobra cocasse cocktail cocotier code coder codifier coffre cogner coiffer coin coincer cola colibri colline colmater
colonel combat combine commande comment commerce commit communal commune compact compare composer comprise computer
concept concert conduire conduit confier congeler connoter conserve console consonne constant contact content continue
convexe cool copain copie corail corbeau cordage corniche corpus correct cosmique costume coton coude couple coupon
coupure courage course court courtier cousin couteau couvrir coyote crabe crainte cravate crayon credo creuser
crevette cribler crier cristal croire croquer crotale crucial crypter cubique cueillir cuisine cuivre culminer
cultiver culture cumuler cupide curatif curseur cyanure cycle cylindre cynique daigner damier danger danseur date
dauphin delta demander demeurer dentelle descend descente design dessert dessiner destrier devancer devenir deviner
devoir diable dialogue diamant dicter diesel digit digital digne diluer dimanche diminuer dioxyde direct directif
diriger discuter disposer dissiper distance divers divertir divine diviser docile docteur document dogme doigt dollar
domaine domicile dompter donateur donation donjon donner dopamine dortoir dorure dosage doseur dossier dotation
douanier double douceur douche douter doyen dragon draper dresser dribbler drive droiture dune duperie duplexe durable
durcir dynastie effacer effectif effigie effort effrayer effusion emballer embellir embryon emmener empereur empire
employer emporter emprise encadrer enclave encoche encore endiguer endosser endroit enduire enfance enfermer enfouir
engage engager engin englober enjamber enjeu enlever ennemi ennuyeux enrichir enrobage enseigne ensemble entasser
entendre enter entier entourer entraver envahir enviable envisage envoyer enzyme erreur escalier escape espadon espoir
esprit esquiver essayer essence essieu essorer estime estomac estrade ethnie euphorie exact examine exaucer exceller
excitant excite exclusif excuse exemple exercer exhaler exhorter exigence exiler exister exotique expert explorer
expose exposer express exprimer exquis extensif extraire exulter fable fabuleux facette facile facture faiblir falaise
fameux famille farceur farfelu farine farouche fasciner fatigue faucon fautif faveur favori femme fendoir fermer
ferveur festival feuille feutre fiasco ficeler fictif fiction figure filature filet filetage filleul film filmer filou
filtrer final finance financer finesse finir finish fiole firme fiscal fissure fixer flairer flamme flasque flatteur
fleur flexion flocon flore florin fluctuer fluide fluvial flux folie fonderie fondu fongible font fontaine football
force forcer forgeron format former formula formuler fortune forum fossile foudre fouiller foulure four fourmi foyer
fraction fragile fraise franchir frapper frayeur freiner frelon friable friction frisson frivole froid fromage frontal
frotter fruit fugitif fuite full funky fureur furieux furtif fusion futur future gadget gagner galaxie galerie
gambader garage garantir gardien garnir garrigue gaze gazelle gazette gazon gendarme genou genre gentil germe gestuel
geyser gibier gicler girafe givre glace glaive glisser global globe gloire glorieux gnome golf golfeur gomme gonfler
gorge gorille goudron gouffre goulot goupille gourmand gourmet goutte graduel graffiti grain graine grand grandeur
grappin gratis gratuit gravir grenat griffure grille griller grimper grogner gronder grotte group groupe gruger
grutier guerrier guide guimauve guitare gustatif gymnaste gyrostat habitude hachoir halte hameau hangar hanneton
haricot harmonie harpon hasard hauteur herbe hermine heureux hiberner hibou hilarant histoire hiver hobby hockey
holding homard home hommage honneur honorer horde horizon horloge hormone horrible houleux housse hublot huileux
humain humble humide humour hurler hydromel hymne hypnose idylle ignore ignorer iguane illicite illusion image imagine
imbiber imiter immense immobile immuable immune impact implorer impose imposer imprimer imputer incarner incendie
incident incliner incolore index indexer indice indirect inductif ineptie inexact infini infliger informer infusion
inhale inhaler inhiber initial injecter injure innocent inoculer inonder input inscrire insecte insigne insolite
inspire inspirer instance instant instinct insulter intact intense internet intime intrigue intuitif inutile invasion
inventer inviter invoquer iris ironique irradier irriter isoler issue ivoire ivresse jack jaguar jaillir jambe janvier
jardin jargon jauger jaune java javelot jazz jersey jetable jeton jeudi jeunesse joindre joncher jongler joueur
jouissif journal jovial joyau joyeux jubiler jugement jungle junior jupon juriste justice juteux kayak ketchup kilo
kimono kiosque label labial labourer lactose lady lagune laine laisser laitier lambda lambeau lamelle lampe lanceur
langage lanterne lapin large largeur larme laser latex latin laurier lavabo lavoir leader leasing lecture legs lessive
lettre lever levier lexique liaison liasse libre licence licorne lift ligature ligoter ligue limer limite limonade
limpide lingot lion lionceau liquide lister lithium litige littoral live livreur local location logique logo lointain
loisir lombric loterie lotus louer lourd loutre louve loyal lubie lucide lucratif lueur lugubre luisant lunaire lunch
lundi luron lutter luxueux machine madame magasin magazine magenta magique maigre mailing maillon maintien mairie
maison majorer malaxer malheur malice mallette mammouth manager mandater maniable manquant manteau manuel marathon
marbre marchand mardi marginal maritime mark marqueur marron marteler mascotte massif match matraque maudire maussade
mauve maximal maximum meilleur membre mener menhir mensonge mention mentor menu mercredi merle message messager mesure
meuble miauler microbe miette mignon migrer milieu million mimique mince minimal minimum minorer minute miracle
miroiter missile mission mixte mobile modem moderne modifier module moelleux moment mondial moniteur monnaie monotone
monsieur monstre montage montagne monument moqueur morale morceau morsure mortier moteur motif mouche moufle moulin
mousse mousson mouton mouvant multiple munition muraille murmure muscle musical musicien mutation muter mutuel myriade
myrtille mythique nageur nappe narquois narrer natation nation national nature naufrage nautique navire nectar neige
nerveux nettoyer neurone neutron neveu niche nickel nitrate niveau noble nocif nocturne noirceur noisette nomade
nombreux nommer normal normatif notable notation notifier notoire nourrir nouveau novateur novembre novice nuage
nuance nuancer nuire nuisible nuptial nuque nutritif objectif obliger observe observer obstacle obtenir obturer
occasion occuper octobre octroyer octupler oculaire odeur odorant offenser office officier offrir ogive oiseau
oisillon olfactif olivier ombrage omettre onctueux onduler onirique opale opaque opinion opportun opprimer opter
option optique oracle orageux orange orbite ordonner oreille organe orgueil orifice original ornement orque ortie
osciller osmose ossature otarie ouragan ourson outil outrager ouvrage ovation oxyde ozone pair paisible palace palette
palourde palper panache panda pangolin panier paniquer panneau panorama pantalon papa papaye papier papoter papyrus
paradoxe parcelle parent paresse parfait parfumer parking parler parole parquet parrain parsemer part partager parties
parure parvenir passage passion paternel patience patient patron pavillon pavoiser payer paysage peigne peintre pelage
pelle pelouse peluche pendant pendule pensif pension perdrix perforer permuter perplexe persil perte peser petit
petite peuple pharaon phase phobie phoque photo photon phrase physique piano pictural pierre pieuvre pilote pinceau
pipette piquer pirogue piscine piston pivoter pixel pizza placard place plafond plaisir plan planer planning plaque
plastron plateau pleurer plexus pliage plomb plonger pluie plumage plume plus pochette point pointe poirier poisson
poivre polaire police policier pollen polygone pommade pompier ponctuel poney portable porter portique portrait
position positive possible posture potager poteau potion pouce poulain poumon pourpre poussin pouvoir prairie pratique
premier prestige primitif prince priver probable procurer prodige profile profit profond proie projeter prologue
promener propose propre proton prouesse proverbe province prudence pruneau psychose public puceron puiser pulpe pulsar
punaise punitif pupitre pure purifier puzzle pyramide quart quasar querelle question quitter quotient racine raconter
radical radieux ragondin raideur raisin ralentir rallonge ramasser rapide rapport rasage ratio ratisser ravager ravin
rayon rayonner recevoir record recruter reculer recycler redouter refaire refrain refuge regain regard rejeter rejouer
relatif relation relative relevant relever relief remarque remise remonter remplir remuer renard renfort renifler
renoncer rentrer renvoi replier report reporter reprise reptile requin respect rester retenir retomber retracer
revanche revenue revivre revue richesse rideau rieur rigide rigoler rincer riposter risible risque rituel rival robot
rocheux rock roman romance rompre ronce rondin roseau rosier rotatif rotor rotule rouge rouille rouleau route routine
royal royaume ruban rubis ruche ruelle rugueux ruiner ruisseau ruser rustique rythme sabler saboter sabre sacoche
safari saga sagesse saisir salade salive salon saluer samedi sanction sanglier sarcasme sardine saturer saugrenu
saumon sauter sauvage savant savonner scalpel scandale scanner sceptre science scinder score scrutin sculpter second
secouer secret section segment seigneur semaine sembler semence senior sensible sentence serein sergent serrure
service sevrage sextuple siffler sigle signal signer silence silicium simple sinistre siphon sirop sismique situer
skier slogan social socle sodium software soigneux soldat soleil solitude solo soluble solution sombre sommeil
somnoler sonde songeur sonnette sonore sorcier sortir sosie sottise soucieux soudure souffle soulever soupape source
soutirer souvenir spacieux spatial spiral sport sportive stable stand standard station statue sterling sternum
stimulus stipuler stock strict studieux studio stupeur style styliste sublime substrat subtil subvenir sucre suffixe
suit suiveur sulfate super superbe supplier support suppose surface suricate surmener surplus surprise sursaut survie
suspect syllabe symbole synapse syntaxe tabac table tableau tablier tactile tailler talent talisman talonner tambour
tamiser tandem tangible tapis taquiner tarder tarif tartine tasse tatami tatouage taupe taureau taxation taxer
temporel tenaille tenant tendre teneur tenir tennis tension terminal terminer terne terrible test tester texte textile
texture thorax tibia ticket timide timing tirelire tiroir tissu titane titre tituber toboggan tomate tonique tonneau
toponyme torche tordre tornade torpille torrent torse tortue total totem toucher tournage tousser toxine traction
trafic tragique trahir train trait trancher travail traverse tremper treuil triage triangle tribunal tricoter trilogie
trio triomphe triple tripler triturer trivial trombone tronc tropical troupeau trust tube tuile tulipe tumulte tunnel
turbine tuteur tutoyer tuyau tympan type typhon typique tyran ubuesque ultime ultrason unanime unifier union unique
unitaire univers uranium urbain urgent urticant usage usine usuel usure utile utopie vacarme vaccin vagabond vague
vaillant vaincre vaisseau valable valise vallon valve vampire vanille vapeur variable variant varier vaseux vassal
vaste vecteur vedette veinard velours vendredi venger venimeux ventouse venue verdure vernir verrou verser version
vertu veston vexant vexer viaduc viande victoire vidange vignette vigueur vilain villa village vinaigre violon
virement virtuose virus visa visage viseur visible vision visqueux visuel vital vitesse viticole vitrine vivace
vivipare vocation vogue voguer voile voisin voiture volaille volcan voltiger volume vorace vortex vote voter vouloir
voyage voyelle wagon yacht zeste zone zoologie
`
  .trim()
  .split(/\s/);
