/** The list of files that only members need: the build writes it, the app reads it. */
export const roomsPath = '/rooms.json';
/** The cache that holds them; the service worker answers from it. */
export const roomsCache = 'rooms';
