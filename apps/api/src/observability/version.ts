import manifest from '../../package.json' with { type: 'json' };

/** The product's version, for the health check. */
export const version: string = manifest.version;
