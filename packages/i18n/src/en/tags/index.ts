import type { BaseNamespace } from '../../namespace';

const en_tags = {
  title: 'What was going on?',
  lead: 'Your own words. Touch, or skip.',
  add: 'a word',
  addLabel: 'Add a word',
  addPlaceholder: 'One or two words',
  skip: 'Skip',
  done: 'See the result',
  lock: 'Encrypted on your device before sending.',
  group: 'Words of this scan',
  count: {
    one: '{count} word chosen',
    other: '{count} words chosen',
  },
  max: '{max} words for one scan is the maximum.',
  tooLong: '{max} characters at most.',
  first: 'Write a word; it will stay here for next time.',
  edit: 'Edit the words',
  all: 'All words',
  manage: 'My words',
  rename: 'Rename',
  merge: 'Merge with another',
  remove: 'Remove from the list',
  removeText: 'The word will no longer be offered. Scans that carry it keep it.',
  erase: 'Erase everywhere',
  eraseText: {
    one: 'The word will be taken out of {count} scan. This is final.',
    other: 'The word will be taken out of {count} scans. This is final.',
  },
  menu: 'Options of the word {tag}',
  uses: {
    one: '{count} scan',
    other: '{count} scans',
  },
  settingOff: 'Do not ask after a scan',
} satisfies BaseNamespace;

export default en_tags;
