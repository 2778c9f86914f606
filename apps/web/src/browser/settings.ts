import { lineLayouts } from '@nuances/domain/statistics/course';
import { countsVisits, createChoice, createSetting } from './setting.ts';

/** Whether the quiz goes to the next question by itself after an answer. */
export const quizAutoAdvance = createSetting('nuances.quizMovesOn', false);
/** Whether digit keys answer a question. */
export const quizDigitKeys = createSetting('nuances.quizDigits', true);
export const todayShortcuts = createSetting('nuances.todayKeys', true);
/** Whether Today shows a memory of the same day. */
export const todayMemories = createSetting('nuances.todayMemory', true);
/** Whether Today looks back on the week when it ends. */
export const todayLookBack = createSetting('nuances.todayWeek', true);

/** Whether the note editor fills the whole window. */
export const noteEditorWide = createSetting('nuances.noteEditorWide', false);

/** Whether the note editor hides the questions of the linked scan. */
export const noteQuestionHidden = createSetting('nuances.noteQuestionHidden', false);

/** Whether the result of a scan offers tags. */
export const offersTags = createSetting('nuances.asksTags', true);

/** Whether Today offers to install the app, until the person closes the offer. */
export const offersInstall = createSetting('nuances.invitesInstall', true);

/** Whether Today offers the reminder, until the person has answered once. */
export const offersReminder = createSetting('nuances.offersReminder', true);

/** Whether the history shows the calendar instead of the list. */
export const historyShowsCalendar = createSetting('nuances.historyCalendar', false);
/** Whether the calendar shows a year instead of a month. */
export const calendarShowsYear = createSetting('nuances.calendarYear', false);

/** Whether the statistics have one chart with seven lines, or seven charts. */
export const linesLayout = createChoice('nuances.statsLines', lineLayouts);

/** Views of the statistics: the bloom of one scan, and lines. */
export const statisticsViews = ['pie', 'line'] as const;
/** The view of the statistics. */
export const statisticsView = createChoice('nuances.statsView', statisticsViews);

/** Settings that contain nothing about a person and stay after a logout. */
export const settingKeys: readonly string[] = [
  countsVisits.key,
  quizAutoAdvance.key,
  quizDigitKeys.key,
  todayShortcuts.key,
  todayMemories.key,
  todayLookBack.key,
  noteEditorWide.key,
  noteQuestionHidden.key,
  offersTags.key,
  offersInstall.key,
  offersReminder.key,
  historyShowsCalendar.key,
  calendarShowsYear.key,
  linesLayout.key,
  statisticsView.key,
];
