import type { BaseNamespace } from '../../namespace';

export default {
  title: 'History',
  lead: 'Your scans, newest first.',
  empty: 'No saved results.',
  emptyMore: 'Your first scan will appear here.',
  loadingMore: 'More is coming...',
  end: 'Start of your history.',
  loaded: {
    one: '{count} scan shown',
    other: '{count} scans shown',
  },
  row: {
    name: 'Scan of {when}, {image}',
  },
  open: 'Open the scan of {when}',
  missing: 'This scan is no longer here.',
  missingMore: 'It may have been deleted on another device. Its notes stay.',
  notes: {
    one: '{count} linked note',
    other: '{count} linked notes',
    title: 'Linked notes',
    subtitle: 'Scan of {date}',
    readonly: 'Read-only here. Open Notes to edit them.',
    empty: 'No note linked to this scan.',
  },
  delete: {
    title: 'Delete this scan?',
    text: 'The scan will be deleted. The linked notes stay.',
  },
  deleted: 'Scan deleted.',
  menu: 'Options for the scan of {date}',
} satisfies BaseNamespace;
