import type { NoteCategory } from '@nuances/domain/axes';

/** A note: a text, or a title and a text. */
export type NoteText = string | readonly [title: string, text: string];

/**
 * Léa's notes. She runs a small library, sings in a choir on Tuesdays, has a sister, Camille, and a
 * dog, Milo; two years ago she moved. On an axis `high` is what she writes on the side of the right
 * pole, `low` on the left one. None mentions a season, so that each fits any date.
 */
export const leasTexts: Readonly<
  Record<NoteCategory, { readonly high: readonly NoteText[]; readonly low: readonly NoteText[] }>
> = {
  red: {
    high: [
      [
        'Les clés',
        'Les nouvelles clés sont sur le crochet. J’ai fermé la porte et, pour la première fois, je me suis sentie chez moi.',
      ],
      'Marché une heure avec Milo dans la brume. On n’y voyait rien et je n’ai eu peur de rien.',
      ['Dire non', 'J’ai dit non à la réunion de samedi. Rien ne s’est écroulé. Je note pour m’en souvenir.'],
      'La voisine du dessus a laissé son numéro « au cas où ». Un petit filet sous le fil.',
      'Dormi d’une traite. Le corps savait, lui, qu’il pouvait.',
      ['Budget', 'Trois mois d’avance sur le compte. Ce n’est pas grand-chose, mais c’est du sol.'],
      'Camille a décroché à la première sonnerie. Il y a des gens sur qui on peut s’appuyer de tout son poids.',
      'L’orage tapait aux volets et je lisais. Grand calme au milieu du bruit.',
    ],
    low: [
      [
        'Le mail',
        'Un mail sec du service des achats, et toute la matinée j’ai répondu dans ma tête. Je n’ai pas envoyé la réponse. Je l’ai écrite ici, puis effacée : elle disait surtout que j’étais fatiguée.',
      ],
      'Quelqu’un a doublé toute la file à la poste. Mâchoires serrées pendant une heure. Marcher a aidé un peu.',
      'En colère contre moi, ce qui est la façon la plus inutile de l’être.',
      [
        'Ce que ça protège',
        'La question d’hier soir : qu’est-ce que cette colère protège ? Je crois qu’elle protège mon temps. Je ne le garde pas bien, alors elle monte la garde à ma place.',
      ],
      'Le bruit des travaux dès sept heures. Je rêve d’une porte épaisse.',
      'Dispute au téléphone. J’ai raccroché trop vite. Rappeler demain, sans préparer de discours.',
      'Tout m’agace, même la pluie, qui n’y est pour rien.',
    ],
  },
  orange: {
    high: [
      ['Tarte aux prunes', 'Ratée sur les bords, parfaite au milieu. On a tout mangé sur le balcon avec les doigts.'],
      'Fini de ranger la dernière étagère. Je suis restée devant, bêtement contente.',
      'Rien à ajouter à cette journée. C’est rare et c’est assez.',
      [
        'Le conte du mercredi',
        'Onze enfants, un seul qui dormait. À la fin, la petite Jade a demandé « encore le loup ». Je vis un peu pour ces « encore ».',
      ],
      'Soupe, pain, silence. Plénitude de dimanche soir.',
      'J’ai terminé le manteau commencé il y a deux hivers. Une manche plus longue que l’autre, et alors.',
      'Long bain, fenêtre entrouverte, odeur de tilleul.',
      'Trois livres rendus avec un mot pour nous dedans. On sert à quelque chose.',
    ],
    low: [
      [
        'Coincée',
        'Le dossier de subvention revient pour la troisième fois. Il manque toujours une pièce dont personne n’avait parlé.\n\nCe qui est entre mes mains demain : appeler Inès à neuf heures, pas à onze.',
      ],
      'J’espérais une soirée tranquille. J’ai eu le lave-vaisselle, la fuite et le plombier qui ne vient pas.',
      'Pas avancé d’une page. Demain, dix minutes, pas plus, mais dix.',
      'Le train supprimé, le suivant aussi. J’ai regardé les gens regarder le panneau.',
      ['Trop de listes', 'Quatre listes en cours, et une cinquième pour savoir par laquelle commencer.'],
      'Je voulais que ce soit beau, c’était seulement correct. Apprendre à aimer correct.',
      'Encore un dimanche mangé par des choses à moitié faites.',
    ],
  },
  yellow: {
    high: [
      [
        'Répétition',
        'On a enfin tenu l’accord du Fauré jusqu’au bout. Personne n’a parlé pendant trois secondes, puis tout le monde a ri.',
      ],
      'Milo a volé une chaussette et l’a apportée au facteur. J’en ris encore.',
      'Café dehors, au premier rayon. Manteau ouvert, exprès.',
      [
        'Anniversaire de Camille',
        'Quarante bougies et un gâteau trop petit pour elles. Elle a tout soufflé d’un coup, comme à huit ans.',
      ],
      'Le soleil entrait jusqu’au fond de la bibliothèque. Les gens chuchotaient moins bas que d’habitude.',
      'Une carte de Lisbonne dans la boîte. Je l’ai mise debout contre la lampe.',
      'J’ai dansé en passant l’aspirateur. Le voisin d’en face a applaudi.',
      'Joie simple : les draps séchés dehors.',
    ],
    low: [
      'Grise comme le ciel. Je n’ai rien forcé. Une couverture, un vieux film.',
      [
        'Champ labouré',
        'Chaque fois je l’oublie, chaque fois elle revient. Si cette tristesse était un paysage, ce serait un champ labouré, vide, avec de l’eau dans les sillons. Pas laid. Juste vide, pour le moment.',
      ],
      'Rêvé de la maison de grand-mère. Au réveil il m’a fallu un moment pour savoir qu’elle est vendue.',
      'Pleuré un peu en coupant les oignons, et pas à cause des oignons.',
      'La chanson à la radio. J’ai changé de station, puis je suis revenue.',
      [
        'Une heure à la fois',
        'Ce qui adoucirait l’heure qui vient : du thé, la lampe basse, ne répondre à personne. Fait.',
      ],
      'Pas triste de quelque chose. Triste tout court. Ça passera par où c’est venu.',
    ],
  },
  green: {
    high: [
      [
        'Ce que je garde',
        'Inès m’a dit que je savais écouter. D’habitude je réponds « oh, non ». Cette fois j’ai dit merci.',
      ],
      'Restaurant toute seule, avec un livre. Le serveur a demandé si j’attendais quelqu’un. Non. Personne ne manquait.',
      'J’ai acheté les pivoines pour moi.',
      'Coupé les cheveux court. Dans la vitre du bus, je me suis trouvé bonne mine.',
      [
        'Lettre à moi',
        'Tu as tenu une année difficile sans devenir dure. C’est à toi que je le dis, Léa, puisque je le dis aux autres.',
      ],
      'Refusé de me comparer pendant une journée entière. Fatigant, et reposant.',
      'Annulé le dîner, sans inventer d’excuse. Ils ont compris.',
      'Parlé à mon corps comme à Milo : doucement, et avec des pauses.',
    ],
    low: [
      'La table est mise pour une. Ce soir, je la trouve grande.',
      [
        'Fête des voisins',
        'Beaucoup de monde, beaucoup de bruit, et personne à qui dire la phrase que j’avais en tête. Rentrée tôt. La phrase était : est-ce que vous aussi, vous faites semblant un peu ?',
      ],
      'Personne n’a écrit aujourd’hui. Moi non plus, remarque.',
      'Un message resté lu et sans réponse. Je me raconte des histoires là-dessus depuis midi.',
      'Dimanche long. J’ai parlé au chien, à la radio et à la bouilloire.',
      [
        'Écrire à Sophie',
        'Cela fait six mois. Je me sens seule et je ne l’appelle pas : il y a là quelque chose à regarder.',
      ],
      'Je me suis trouvée laide dans la cabine d’essayage. La lumière y est pour beaucoup, mais quand même.',
    ],
  },
  cyan: {
    high: [
      [
        'Coïncidence',
        'Le livre que je cherchais depuis des mois était dans la boîte devant la gare, avec un ticket de cinéma de 1987 comme marque-page.',
      ],
      'Tous les feux au vert jusqu’au travail. Je prends ça comme un salut.',
      'Je fais ce pour quoi je me lève. Ce n’est pas tous les jours si clair.',
      [
        'Oui au projet',
        'La mairie dit oui pour le coin des tout-petits. Je l’avais dessiné sur une nappe il y a un an. J’ai encore la nappe.',
      ],
      'Arrivée en avance sans me presser : tout tombait juste.',
      'Rencontré Paul par hasard, alors que je pensais à lui pour le poste. Il cherche.',
      'Mes gestes et ma tête allaient dans le même sens aujourd’hui.',
      'La pluie a attendu que je sois rentrée.',
    ],
    low: [
      'Tasse cassée, bus raté, pile de livres par terre. À la troisième chose, j’ai ri.',
      [
        'Mauvaise série',
        'La chaudière, puis le vélo, puis la dent. Je ne crois pas à la malchance, mais elle a l’air de croire en moi.\n\nCe qui a tout de même marché cette semaine : la répétition, le pain, l’appel de Camille.',
      ],
      'Perdu mon écharpe bleue dans le train. Quelqu’un aura chaud.',
      'L’appartement que je voulais est parti le matin même.',
      'Rien ne s’emboîte. J’ai l’impression de marcher à côté de la journée.',
      'Encore une fois le mauvais guichet, la mauvaise heure, le mauvais papier.',
      [
        'À contretemps',
        'J’arrive quand les autres partent. Peut-être simplement ralentir d’un cran, et laisser passer un tour.',
      ],
    ],
  },
  blue: {
    high: [
      [
        'Le banc du fond',
        'Le banc au fond du parc était libre. J’y suis restée jusqu’à ce que mes mains soient froides et ma tête vide.',
      ],
      'Rappelé maman. On n’a parlé de rien d’important, et c’était important.',
      'Respirer par le nez, quatre temps, quatre temps. Ça marche vraiment.',
      [
        'Pardon',
        'J’ai relu le message de l’an dernier sans que rien ne se serre. Je crois que c’est passé. Je ne l’ai pas décidé, c’est passé tout seul, comme une grippe.',
      ],
      'La mer grise, plate, sans un bateau. Trois heures sans téléphone.',
      'Silence de coton ce matin. Même les chiens chuchotaient.',
      'Inès et moi avons remis les choses à plat. Il a suffi de dix minutes et d’un café.',
      'Paix de fin de journée : la fenêtre, les merles, rien d’autre.',
    ],
    low: [
      [
        'Ce que je n’ai pas dit',
        'Il a repris mon idée devant tout le monde, avec ses mots à lui. Ce soir je le déteste un peu. Demain, je lui dirai calmement, et seul à seule.',
      ],
      'Je rumine. Je le sais, et je rumine quand même.',
      'Pas réussi à lui souhaiter du bien. J’ai réussi à ne pas lui souhaiter de mal.',
      'Guerre froide au bureau autour du thermostat. Ridicule, et pourtant j’y pense le soir.',
      [
        'Rancune',
        'Vieille histoire, revenue sans prévenir dans la file de la boulangerie. Je la pose ici pour ne pas la rapporter à table.',
      ],
      'Trop d’informations, trop de cris à la radio. Éteint.',
      'Le ventre noué sans savoir contre qui.',
    ],
  },
  purple: {
    high: [
      [
        'Chapelle ouverte',
        'Entrée par curiosité dans la petite chapelle du port. Il n’y avait qu’une bougie et moi. Je ne sais pas à quoi je crois, mais j’y ai cru un moment.',
      ],
      'Quelque chose en moi sait déjà. J’arrête de le presser.',
      'Relu mes notes de l’an dernier. J’avais si peur, et tout a trouvé sa place autrement.',
      ['Confiance', 'Je n’ai pas la réponse pour la suite. C’est étrange : cela ne m’empêche plus de dormir.'],
      'Le ciel de cinq heures, orange d’un côté, violet de l’autre. Merci à personne en particulier.',
      'Chanté les basses du Requiem dans la cuisine. Ça tient debout toute seule, une voix.',
      'Planté un noyau d’avocat. Il faut bien croire un peu à la suite.',
      'Ce soir, je suis du côté de la vie sans effort.',
    ],
    low: [
      'Mélancolie de gare. Je regardais partir un train que je n’avais pas à prendre.',
      [
        'Vieilles photos',
        'Passé deux heures dans la boîte à chaussures. Nous étions si jeunes et nous ne le savions pas. J’en garde trois dehors, le reste retourne dans l’armoire.',
      ],
      'À quoi bon, disait la journée. Je n’ai pas su quoi lui répondre, alors j’ai fait la soupe.',
      'Une envie de retour, mais vers nulle part de précis.',
      'Le parfum de quelqu’un dans l’escalier. Tout est revenu d’un coup.',
      [
        'Doute',
        'Est-ce que ce que je fais compte ? Inès dirait : demande à Jade. D’accord. Jade dirait : encore le loup.',
      ],
      'Longue pluie. Je laisse passer.',
    ],
  },
  other: {
    high: [
      ['Phrase trouvée', '« On ne voit bien le sentier qu’une fois qu’on l’a quitté. » Lu au dos d’un menu.'],
      ['À essayer', 'Dix minutes dehors avant d’allumer le téléphone. Une semaine, pour voir.'],
      'Rêve : la bibliothèque était un bateau et personne ne s’en étonnait.',
      ['Trois choses', 'Le rire de Jade.\nLe pain encore chaud.\nLe message de Paul : « j’ai le poste ».'],
      [
        'Pour le cahier',
        'Question à poser au prochain club de lecture : quel livre avez-vous abandonné avec soulagement ?',
      ],
      'Commencé à apprendre le nom des arbres de la rue. Devant chez moi : un micocoulier.',
      ['Baignades', 'Liste des baignades : étang, étang, mer, étang, rivière glacée, mer.'],
      'Idée : un banc devant la bibliothèque. Juste un banc.',
    ],
    low: [
      [
        'Mal dormi',
        'Trois heures, puis cinq heures. Essayer : pas d’écran après dix heures, et le carnet à côté du lit.',
      ],
      'Semaine trop pleine. Pas d’avis sur elle, juste envie qu’elle finisse.',
      ['À ne pas oublier', 'Quand je suis fatiguée, tout me paraît définitif. Ça ne l’est pas.'],
    ],
  },
};
