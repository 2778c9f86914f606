import { storage } from './local-storage.ts';
import { createStore, useStore, type Store } from './store.ts';

/** An on/off setting that is stored in this browser. */
export interface Setting {
  /** Its key in local storage. */
  readonly key: string;
  /** The value without a choice of the person. */
  readonly initial: boolean;
  readonly store: Store<boolean>;
}

/** Prerendered pages show `initial`. The stored value is read when the first listener subscribes, in a browser. */
function createSetting(key: string, initial: boolean): Setting {
  const store = createStore(initial, () => {
    const stored = storage.get(key);
    if (stored !== null) store.set(stored === 'on');
    return () => undefined;
  });
  return { key, initial, store };
}

/** Whether the quiz goes to the next question by itself after an answer. */
export const quizMovesOn = createSetting('nuances.quizMovesOn', false);
/** Whether digit keys answer a question. */
export const quizDigits = createSetting('nuances.quizDigits', true);
/** Whether Today has single-key shortcuts. */
export const todayShortcuts = createSetting('nuances.todayKeys', true);
/** Whether Today shows a memory of the same day. */
export const todayMemories = createSetting('nuances.todayMemory', true);

/** Whether visits of Home are reported from this browser: not after the person has withdrawn the counting of their use. */
export const countsVisits = createSetting('nuances.countsVisits', true);

/** Whether the note editor fills the whole window. */
export const noteEditorWide = createSetting('nuances.noteEditorWide', false);

/** Whether the note editor hides the questions of the linked scan. */
export const noteQuestionHidden = createSetting('nuances.noteQuestionHidden', false);

/** Whether the person is asked for tags after a scan. */
export const asksTags = createSetting('nuances.asksTags', true);

/** Whether Today offers to install the app, until the person closes the offer. */
export const offersInstall = createSetting('nuances.invitesInstall', true);

/** Whether the history shows the calendar instead of the list. */
export const historyShowsCalendar = createSetting('nuances.historyCalendar', false);
/** Whether the calendar shows a year instead of a month. */
export const calendarShowsYear = createSetting('nuances.calendarYear', false);

/** Settings that contain nothing about a person and stay after a logout. */
export const settingKeys: readonly string[] = [
  countsVisits.key,
  quizMovesOn.key,
  quizDigits.key,
  todayShortcuts.key,
  todayMemories.key,
  noteEditorWide.key,
  noteQuestionHidden.key,
  asksTags.key,
  offersInstall.key,
  historyShowsCalendar.key,
  calendarShowsYear.key,
];

/** Whether a setting is on. */
export function useSetting({ store }: Setting): boolean {
  return useStore(store);
}

/** Whether a setting is on, for code outside of React. */
export function isSettingOn({ key, initial }: Setting): boolean {
  const stored = storage.get(key);
  return stored === null ? initial : stored === 'on';
}

/** Changes a setting and stores it in this browser. */
export function changeSetting({ key, store }: Setting, on: boolean): void {
  storage.set(key, on ? 'on' : 'off');
  store.set(on);
}
