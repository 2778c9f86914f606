/** One year, in seconds. */
const yearS = 31_536_000;

/** On every answer, errors and redirects too. Paths contain tokens, hence no referrer. */
export const securityHeaders: Readonly<Record<string, string>> = {
  // Without `includeSubDomains`: what the operator serves below this name, perhaps over http, is not known here.
  'strict-transport-security': `max-age=${yearS}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

/** What speaks of pages and of single answers: a hashed file has no use for it, and a first visit asks for dozens of them. */
export const headersOfPages: readonly string[] = [
  'x-request-id',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-frame-options',
];

/** For hashed files that may run: neither styles nor fonts. A worker has the policy of its own script, not that of the page. */
export const assetPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** For the workers that make a key of a passphrase: Argon2id is WebAssembly. They fetch nothing. */
export const passphrasePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/** For answers that are data: a browser that renders one as a page runs no script. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** For the app's pages. A style hash may join `style-src` when a library needs one. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  // Strings never become script or markup; the only policy belongs to the service worker (`register-worker.ts` of the app).
  "require-trusted-types-for 'script'",
  'trusted-types nuances-worker',
].join('; ');
