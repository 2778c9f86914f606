import { randomBytes } from 'node:crypto';
import { seal, storeNote } from './notes.ts';
import type { Persona } from './persona.ts';

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

const long = {
  fr: 'Ce matin j’ai refusé une réunion de plus, et rien ne s’est effondré. J’ai senti mes épaules redescendre. Je note ça ici pour m’en souvenir la prochaine fois que la peur de décevoir arrive avant même que j’aie dit un mot. Il n’y a pas eu de reproche, seulement un silence, puis autre chose à l’ordre du jour.',
  en: 'This morning I turned down one more meeting, and nothing fell apart. I felt my shoulders come down. I write it here to remember it the next time the fear of disappointing comes before I have said a word. There was no reproach, only a silence, then something else on the agenda.',
};
const rest = {
  fr: {
    no: 'Dire non sans m’excuser',
    market: 'Le marché, enfin',
    melons: 'Premier samedi sans pluie. J’ai acheté deux melons et j’ai parlé vingt minutes avec le fleuriste.',
    record:
      'La maison était trop silencieuse. J’ai remis le disque de ma mère, le côté B, celui qu’elle n’écoutait jamais.',
    call: 'Après l’appel avec Camille',
    heard: 'Nous n’étions pas d’accord et pourtant personne n’a élevé la voix. Je crois que j’ai écouté jusqu’au bout.',
    sunday: 'À relire dimanche',
    list: 'Rappeler le centre. Rendre les livres. Marcher sans téléphone.',
  },
  en: {
    no: 'Saying no without an excuse',
    market: 'The market, at last',
    melons: 'First Saturday without rain. I bought two melons and talked to the florist for twenty minutes.',
    record: 'The house was too quiet. I put on my mother’s record, side B, the one she never listened to.',
    call: 'After the call with Camille',
    heard: 'We did not agree, and yet nobody raised their voice. I think I listened to the end.',
    sunday: 'To read again on Sunday',
    list: 'Call the centre back. Return the books. Walk without the phone.',
  },
};

/** A scan with a note of today, which is longer than five lines, and notes of earlier weeks. */
export async function writeJournal(persona: Persona): Promise<void> {
  const words = rest[persona.language];
  await persona.saveScan([7, 4, 9, 6, 3, 8, 7], ago(1));
  const scanResultId = (await persona.scans())[0]?._id ?? null;
  const text = long[persona.language];
  await storeNote(persona, { categoryId: 'green', title: words.no, text, scanResultId, createdAt: ago(0) });
  await storeNote(persona, { categoryId: 'yellow', title: words.market, text: words.melons, createdAt: ago(72) });
  await storeNote(persona, { categoryId: 'purple', text: words.record, createdAt: ago(120) });
  await storeNote(persona, { categoryId: 'blue', title: words.call, text: words.heard, createdAt: ago(264) });
  await storeNote(persona, { categoryId: 'other', title: words.sunday, text: words.list, createdAt: ago(408) });
}

/** A note that the person's key does not open. */
export async function lockedNote(persona: Persona): Promise<void> {
  const sealed = seal(randomBytes(32).toString('hex'), 'x');
  await storeNote(persona, { categoryId: 'red', sealed, createdAt: ago(2) });
}
