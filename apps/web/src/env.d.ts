/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/client" />

/** Version of the product, from package.json at build time. */
declare const __APP_VERSION__: string;
