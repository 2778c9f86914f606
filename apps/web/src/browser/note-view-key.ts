/**
 * In local storage: order and categories of the list of notes, separated by spaces, until the session ends. Apart from
 * `note-view.ts`, because every page imports it.
 */
export const noteViewKey = 'nuances.noteView';
