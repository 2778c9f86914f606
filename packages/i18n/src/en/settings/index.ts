import type { BaseNamespace } from '../../namespace';

const en_settings = {
  data: 'My data',
  quizOn: 'moves on by itself',
  quizOff: 'waits for Next',
  todayAll: 'week, memory',
  todayWeek: 'week',
  todayMemory: 'memory',
  todayNone: 'nothing more',
  sessions: { one: '{count} session', other: '{count} sessions' },
} satisfies BaseNamespace;

export default en_settings;
