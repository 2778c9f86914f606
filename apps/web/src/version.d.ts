/** Version of the product, from package.json at build time; in the service worker too. */
declare const __APP_VERSION__: string;
