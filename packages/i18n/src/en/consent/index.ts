import type { BaseNamespace } from '../../namespace';

export default {
  title: 'Your agreements',
  text: 'What you agreed to, when, and in which wording. A withdrawal takes effect at once.',
  keep: 'Keep my scans and notes',
  reminder: 'Send me a reminder',
  usage: 'Count my use',
  usageMore:
    'Counted is that a page was opened, or a scan or a note saved; never an answer or a text. The people who run the service see totals only.',
  since: 'given on {date}',
  version: 'wording of {date}',
  withdrawn: 'Agreement withdrawn on {date}.',
  none: 'not given',
  noneReminder: 'not given; turning on the reminder gives it',
  noneUsage: 'counted since you signed up, until you withdraw it',
  give: 'Agree',
  givenNow: 'Agreement given.',
  withdraw: 'Withdraw',
  withdrawnNow: 'Agreement withdrawn.',
  ask: 'Withdraw this agreement?',
  withdrawKeep:
    'Without this agreement Nuances can no longer keep your scans and notes: your account will be deleted. You can export everything first.',
  withdrawReminder: 'The reminder stops and the sending address is erased.',
  withdrawUsage:
    'From now on nothing about your use is counted. What was counted is taken off your account: the events are erased, the totals stay without you.',
  events: {
    one: '{count} usage event is kept at present.',
    other: '{count} usage events are kept at present.',
  },
  login: {
    title: 'Your agreement',
    lead: 'Before Nuances keeps your scans and notes, it needs your agreement. Until then the scans of this device stay on it.',
    changed: 'The wording has changed since you agreed. Nothing else has.',
    optional: 'Without a tick, this agreement is withdrawn.',
    required: 'Without this agreement you cannot go on. You can take your data away, or delete your account.',
    submit: 'Go on',
    logout: 'Log out',
    yours: 'Export or delete my data',
  },
} satisfies BaseNamespace;
