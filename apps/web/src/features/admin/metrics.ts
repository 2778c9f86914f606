import type { UsageWeek } from '@nuances/domain/usage/statistics';
import type { Hue } from '@nuances/ui/hues';
import type { I18n } from '../../i18n/locale-store.ts';
import type { PanelId, trendIds } from './panel-ids.ts';
import type { Figure } from './figures.ts';

type AdminWords = I18n['LL']['admin'];

/** Style of a series, so that two series of a panel differ without colour, too. */
export type SeriesStyle = 'solid' | 'dashed' | 'dotted' | 'dashDot' | 'filled' | 'hatched';

/** One value for each week; a mean is null without values to average. */
export interface Metric {
  readonly id: Exclude<keyof UsageWeek, 'weekStart' | 'isPartial'>;
  readonly hue: Hue;
  readonly style: SeriesStyle;
  readonly words: (admin: AdminWords) => MetricWords;
}

export interface MetricWords {
  readonly label: string;
  /** What is counted, as one line of text. */
  readonly definition: string;
  /** Short name at the end of its line, for charts with `names`. */
  readonly end?: string;
  /** Name in a file; without one its own and that of its panel. */
  readonly column?: string;
}

/** Metrics with common axes: one line with an area, several lines, stacked or grouped bars. */
export interface ChartPlan {
  readonly kind: 'area' | 'lines' | 'stacked' | 'grouped';
  /** Height of the chart, px. */
  readonly height: number;
  readonly figure: Figure;
  readonly metrics: readonly Metric[];
  /** Whether each line has its name at its end. */
  readonly names?: boolean;
}

/** A panel of the dashboard: a heading and one or two charts. */
export interface PanelPlan {
  readonly id: PanelId;
  readonly title: (admin: AdminWords) => string;
  readonly charts: readonly ChartPlan[];
}

const count: Figure = { unit: 'count', decimals: 0 };
const minutes: Figure = { unit: 'minutes', decimals: 0 };
const tenthsOfMinutes: Figure = { unit: 'minutes', decimals: 1 };

const height = 200;
const notesHeight = 250;

const worded = (label: () => string, definition: () => string, column: () => string): MetricWords => ({
  label: label(),
  definition: definition(),
  column: column(),
});
const createdWords = ({ activity, chart }: AdminWords): MetricWords => ({
  label: activity.created(),
  definition: activity.createdDef(),
  end: chart.created(),
});
const updatedWords = ({ activity, chart }: AdminWords): MetricWords => ({
  label: activity.updated(),
  definition: activity.updatedDef(),
  end: chart.updated(),
});

const lowHeight = 136;

/** One line with an area below it. */
const area = (height: number, figure: Figure, id: Metric['id'], hue: Hue, words: Metric['words']): ChartPlan => ({
  kind: 'area',
  height,
  figure,
  metrics: [{ id, hue, words, style: 'solid' }],
});

/** A chart below the panels, with the previous period for comparison. */
export interface TrendPlan {
  readonly id: (typeof trendIds)[number];
  /** Its heading when the rows are weeks, and when they are months. */
  readonly title: (admin: AdminWords, by: 'week' | 'month') => string;
  readonly chart: ChartPlan;
}

/** Charts below the panels: the trend against the previous period. */
export const trends: readonly TrendPlan[] = [
  {
    id: 'signups',
    title: ({ chart }, by) => (by === 'week' ? chart.signups() : chart.monthly.signups()),
    chart: area(lowHeight, count, 'signups', 'purple', ({ kpi, csv }) =>
      worded(kpi.signups, kpi.signupsDef, csv.signups),
    ),
  },
  {
    id: 'active',
    title: ({ chart }, by) => (by === 'week' ? chart.active() : chart.monthly.active()),
    chart: area(lowHeight, count, 'activePeople', 'blue', ({ kpi, chart }) => ({
      label: kpi.active(),
      definition: chart.activeDef(),
    })),
  },
];

/** The panels from top to bottom. */
export const panels: readonly PanelPlan[] = [
  {
    id: 'growth',
    title: ({ growth }) => growth.title(),
    charts: [
      area(height, count, 'users', 'purple', ({ growth, csv }) => worded(growth.accounts, growth.def, csv.accounts)),
    ],
  },
  {
    id: 'landing',
    title: ({ landing }) => landing.title(),
    charts: [
      area(height, count, 'anonymousLandings', 'orange', ({ landing, csv }) =>
        worded(landing.anonymous, landing.anonymousDef, csv.visitors),
      ),
      area(height, count, 'userLandings', 'blue', ({ landing, csv }) =>
        worded(landing.users, landing.usersDef, csv.arrivals),
      ),
    ],
  },
  {
    id: 'sessions',
    title: ({ sessions }) => sessions.title(),
    charts: [
      area(height, count, 'sessions', 'cyan', ({ sessions, csv }) =>
        worded(sessions.count, sessions.countDef, csv.sessions),
      ),
      area(height, minutes, 'sessionMinutes', 'red', ({ sessions, csv }) =>
        worded(sessions.duration, sessions.durationDef, csv.sessionMinutes),
      ),
    ],
  },
  {
    id: 'quiz',
    title: ({ quiz }) => quiz.title(),
    charts: [
      {
        kind: 'stacked',
        height,
        figure: count,
        metrics: [
          {
            id: 'quizzesCompleted',
            hue: 'green',
            style: 'filled',
            words: ({ quiz, csv }) => worded(quiz.completed, quiz.completedDef, csv.quizDone),
          },
          {
            id: 'quizzesInterrupted',
            hue: 'red',
            style: 'hatched',
            words: ({ quiz, csv }) => worded(quiz.interrupted, quiz.interruptedDef, csv.quizLeft),
          },
        ],
      },
      area(height, tenthsOfMinutes, 'quizMinutes', 'yellow', ({ quiz, csv }) =>
        worded(quiz.duration, quiz.durationDef, csv.quizMinutes),
      ),
    ],
  },
  {
    id: 'activity',
    title: ({ activity }) => activity.title(),
    charts: [
      {
        kind: 'grouped',
        height: notesHeight,
        figure: count,
        metrics: [
          { id: 'notesCreated', hue: 'purple', style: 'filled', words: createdWords },
          { id: 'notesUpdated', hue: 'blue', style: 'hatched', words: updatedWords },
        ],
      },
      {
        kind: 'lines',
        height: notesHeight,
        figure: count,
        metrics: [
          {
            id: 'notesOpened',
            hue: 'purple',
            style: 'dashDot',
            words: ({ activity }) => ({ label: activity.notesOpened(), definition: activity.notesOpenedDef() }),
          },
          {
            id: 'statsOpened',
            hue: 'cyan',
            style: 'dashed',
            words: ({ activity }) => ({ label: activity.statsOpened(), definition: activity.statsOpenedDef() }),
          },
          {
            id: 'historyOpened',
            hue: 'orange',
            style: 'dotted',
            words: ({ activity }) => ({ label: activity.historyOpened(), definition: activity.historyOpenedDef() }),
          },
        ],
      },
    ],
  },
];
