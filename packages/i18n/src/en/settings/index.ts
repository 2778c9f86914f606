import type { BaseNamespace } from '../../namespace';

export default {
  data: 'My data',
  quizOn: 'moves on by itself',
  quizOff: 'waits for Next',
  todayAll: 'week, memory',
  todayWeek: 'week',
  todayMemory: 'memory',
  todayNone: 'nothing more',
  sessions: { one: '{count} session', other: '{count} sessions' },
} satisfies BaseNamespace;
