import { hues, type NoteHue } from '../src/hues.ts';
import type { SceneIndex } from '../src/pictures/scene.tsx';

export const left = ['Colère', 'Frustration', 'Tristesse', 'Solitude', 'Malchance', 'Haine', 'Mélancolie'];
export const right = ['Sécurité', 'Plénitude', 'Joie', 'Amour de soi', 'Alignement', 'Paix', 'Foi intérieure'];
export const high = [7, 4, 9, 6, 3, 8, 7];
export const low = [3, 2, 4, 2, 3, 5, 2];
export const sceneIndexes: readonly SceneIndex[] = [0, 1, 2, 3, 4, 5];
export const noteHues: readonly { readonly hue: NoteHue; readonly label: string }[] = [
  ...hues.map((hue, index) => ({ hue, label: right[index] ?? '' })),
  { hue: 'other', label: 'Autre' },
];
export const written =
  'Ce matin j’ai refusé une réunion de plus, et rien ne s’est effondré. J’ai senti mes épaules redescendre. Je note ça ici pour m’en souvenir la prochaine fois que la peur de décevoir arrive avant même que j’aie dit un mot.';
