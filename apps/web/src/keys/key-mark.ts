/** In local storage while a key to notes may be on the device, so that a page knows it without opening its database. */
export const keyMark = 'nuances.noteKey';
