import manifest from '../../package.json' with { type: 'json' };

/** The product's version, as the health check and the story tell it. */
export const version: string = manifest.version;
