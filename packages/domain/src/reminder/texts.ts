/** What the OpenAPI document says of the fields of a reminder. Not with the fields, which travel to the browser. */
import type { TextsOf } from '../thing.ts';
import type { reminderFields } from './fields.ts';

const days = {
  description: 'Days of the week, each once, from 1 for Monday to 7 for Sunday.',
  examples: [
    [1, 3, 5],
    [2, 4],
  ],
};
const time = { description: 'Hours and minutes on the clocks of the zone.', examples: ['20:30', '07:15'] };
const zone = { description: 'The IANA name of a time zone.', examples: ['Europe/Paris', 'America/New_York'] };
const pauseExample = ['2026-12-01T00:00:00.000Z'];

export const reminderTexts = {
  family: {},
  days: { sent: days, answered: days },
  time: { sent: time, answered: time },
  zone: { sent: zone, answered: zone },
  pausedUntil: {
    answered: {
      description: 'When the pause ends or ended: a moment in UTC; null without one.',
      examples: pauseExample,
    },
  },
  nextAt: {
    answered: { description: 'When the next one is due: a moment in UTC.', examples: ['2026-11-23T19:30:00.000Z'] },
  },
  retriedFrom: {},
  sentAt: {
    answered: {
      description: 'When it was last sent: a moment in UTC; null before.',
      examples: ['2026-11-02T08:15:00.000Z'],
    },
  },
} satisfies TextsOf<Omit<typeof reminderFields, 'endpoint'>>;
