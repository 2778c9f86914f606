import { storage } from './local-storage.ts';
import { createStore, useStore, type Store } from './store.ts';

/** A switch that is kept in this browser. */
export interface Setting {
  /** Its key in local storage. */
  readonly key: string;
  /** Without a choice of the person. */
  readonly initial: boolean;
  readonly store: Store<boolean>;
}

/** Prerendered pages show `initial`; what is stored is read with the first listener, in a browser. */
function createSetting(key: string, initial: boolean): Setting {
  const store = createStore(initial, () => {
    const stored = storage.get(key);
    if (stored !== null) store.set(stored === 'on');
    return () => undefined;
  });
  return { key, initial, store };
}

/** The quiz moves on by itself after an answer. */
export const quizMovesOn = createSetting('nuances.quizMovesOn', false);
/** The digits of the keyboard answer a question. */
export const quizDigits = createSetting('nuances.quizDigits', true);
/** Today listens to its single keys. */
export const todayListens = createSetting('nuances.todayKeys', true);
/** Today shows a memory of the same day. */
export const todayRemembers = createSetting('nuances.todayMemory', true);

/** The editor of notes takes the whole window. */
export const noteEditorWide = createSetting('nuances.noteEditorWide', false);

/** The editor of notes shows no question of the linked scan. */
export const noteQuestionHidden = createSetting('nuances.noteQuestionHidden', false);

/** After a scan the person is asked for words about it. */
export const asksTags = createSetting('nuances.asksTags', true);

/** Today says that the app can be installed, until the person closes it. */
export const invitesInstall = createSetting('nuances.invitesInstall', true);

/** They say nothing of a person and outlive a logout. */
export const settingKeys: readonly string[] = [
  quizMovesOn.key,
  quizDigits.key,
  todayListens.key,
  todayRemembers.key,
  noteEditorWide.key,
  noteQuestionHidden.key,
  asksTags.key,
  invitesInstall.key,
];

/** Whether a setting is on. */
export function useSetting({ store }: Setting): boolean {
  return useStore(store);
}

/** Whether a setting is on, for modules outside of React. */
export function isSettingOn({ key, initial }: Setting): boolean {
  const stored = storage.get(key);
  return stored === null ? initial : stored === 'on';
}

/** Changes a setting and stores it in this browser. */
export function changeSetting({ key, store }: Setting, on: boolean): void {
  storage.set(key, on ? 'on' : 'off');
  store.set(on);
}
