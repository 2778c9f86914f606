import type { BaseNamespace } from '../../namespace';

const en_scan = {
  title: 'Scan of {date}',
  back: 'History',
  previous: 'Previous scan, {date}',
  next: 'Next scan, {date}',
  entered: 'Entered on {date}',
  enteredMore: 'This scan is dated {date} and was entered on {entered}.',
  hint: 'Touch a petal to open its questions.',
  hintDesktop: 'Touch a petal or a marker to open its questions.',
  write: 'Write a note',
  allNotes: 'See the {count} notes',
  menu: 'Options for this scan',
  copy: 'Copy as text',
  copied: 'Scan copied.',
  copyFailed: 'The browser did not allow the copy.',
  print: 'Print',
  deletedBack: 'Scan deleted. Here is the previous one.',
  notHere: 'This scan is not on this device yet.',
  notHereMore: 'It will open as soon as you are back online.',
  clear: 'arrived unsealed',
  clearMore: 'A script sent this scan without sealing it. The server could read it; it is sealed now.',
  clearWaiting: 'A script sent this scan without sealing it. The next device where the vault is open will seal it.',
} satisfies BaseNamespace;

export default en_scan;
