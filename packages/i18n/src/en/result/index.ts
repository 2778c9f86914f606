import type { BaseNamespace } from '../../namespace';

export default {
  picture: 'Keep the picture',
  title: 'Result',
  small: 'Your scan',
  reflection: {
    open: 'Reflection',
  },
  hint: 'Touch a petal or a marker to open the questions.',
  loginWarning: 'You must log in to save your scan.',
  loginWarningMore: 'Until then it stays on this device.',
  banner: {
    create: 'Create an account',
    login: 'Login',
  },
  saved: 'Scan saved.',
  ring: {
    alt: 'Your seven answers: {list}.',
    item: '{pole} {value} of 10',
  },
  part: {
    name: '{pole}, {value} of 10. Open the reflection',
    tooltip: '{pole}: {value}',
  },
  scale: {
    name: 'From {left} to {right}: {value} of 10',
  },
  scales: {
    title: 'The seven scales',
  },
  popup: {
    meta: 'Part {part} of 7 · answer {value}',
    skip: 'Three questions, if you wish.',
    write: 'Write a note',
    close: 'Close the reflection',
  },
  info: {
    title: 'Reflection',
    intro: 'Putting a feeling into words can help.',
  },
  image: {},
  history: 'See the history',
} satisfies BaseNamespace;
