/** The files of the build that only members need: the build writes this list, the app reads it. */
export const memberFilesPath = '/member-files.json';
/** The cache that holds them; the service worker answers from it. */
export const memberFilesCache = 'member-files';
