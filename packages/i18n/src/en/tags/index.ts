import type { BaseNamespace } from '../../namespace';

export default {
  title: 'What was going on?',
  add: 'a word',
  addLabel: 'Add a word',
  addPlaceholder: 'One or two words',
  lock: 'Encrypted on your device before sending.',
  group: 'Words of this scan',
  saved: 'Saved',
  removed: 'Removed',
  savedLocal: 'Saved here, sent later',
  max: '{max} words for one scan is the maximum.',
  tooLong: '{max} characters at most.',
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
  settingOff: 'Do not offer words on the result',
} satisfies BaseNamespace;
