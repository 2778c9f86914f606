import type { BaseNamespace } from '../../namespace';

export default {
  title: 'Check it yourself',
  lead: 'A page cannot check itself. Here is what you need to compare, elsewhere, with other tools.',
  stored: {
    title: 'One note, as the server has it',
    which: 'Note of {date}',
    choose: 'Choose a note',
    clear: 'Unsealed: date, category, size ({size}).',
    clearVault: 'Unsealed: date, linked scan, size ({size}).',
    asked: 'Asked from the server at {time}.',
    ask: 'Ask again',
    offline: 'The server does not answer.',
    unit: 'KiB',
    none: 'No note yet.',
  },
  print: {
    title: 'The fingerprint of your key',
    text: 'The same eight words on each device and in the command-line client.',
  },
  build: {
    title: 'The program you received',
    version: 'Version {version} · {commit}',
    files: '{count} files, SHA-256 hashes',
    all: 'The whole list',
    same: 'The list is the one the server publishes.',
    differs: {
      one: '{count} file differs from the published list: {name}',
      other: '{count} files differ from the published list.',
    },
    own: 'To compare with a build of your own',
    ownMore: 'The first line builds; the second downloads each served file, hashes it and compares.',
    limit:
      'A service could serve something else at another time, or to someone else. A comparison holds for what it received.',
    waiting: 'Version {version} is waiting for your agreement.',
    take: 'Take {version}',
    list: 'See the files',
  },
  open: {
    title: 'Open an export without us',
    text: 'An export opens with Node and a script of less than a hundred lines, published with the program.',
    export: 'Export',
  },
  cli: {
    text: 'If you doubt this page, the command-line client opens and seals without it.',
  },
  copy: 'Copy',
  copied: 'Copied.',
} satisfies BaseNamespace;
