import { createHash } from 'node:crypto';
import { operations, type Operation } from './openapi.ts';
import { version } from './version.ts';

const style = `
body{margin:0;background:#fbf3ef;color:#2d2239;font:17px/1.55 Optima,Candara,'Segoe UI',system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:3rem 1.25rem 6rem}
h1{font-weight:500;font-size:2rem;margin:0 0 .5rem}
h2{font-weight:600;font-size:1.05rem;margin:0;overflow-wrap:anywhere}
h2 span{display:inline-block;min-width:4.5rem;color:#6b4a86}
section{margin-top:2rem;padding:1.25rem 1.5rem;background:#fffaf7;border-radius:18px}
h3{font-size:.95rem;font-weight:600;margin:1rem 0 .25rem}
p{margin:.5rem 0}
a{color:#322543}
pre{margin:.25rem 0;padding:.75rem 1rem;background:#f4e8e2;border-radius:12px;overflow:auto;font-size:.85rem;line-height:1.45}
ul{margin:.25rem 0;padding-left:1.25rem}
@media (prefers-color-scheme:dark){body{background:#1c1524;color:#f2e8ec}section{background:#271e31}pre{background:#1c1524}a,h2 span{color:#cdb4e0}}
`;

/** Nothing but its own style sheet, named by its hash. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const code = (value: unknown) => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`;

function schemaOf(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('content' in part)) return undefined;
  const { content } = part;
  if (typeof content !== 'object' || content === null || !('application/json' in content)) return undefined;
  const media = content['application/json'];
  return typeof media === 'object' && media !== null && 'schema' in media ? media.schema : undefined;
}

function accessText({ security }: Operation): string {
  if (security.length === 0) return 'Anybody may call it.';
  return security.length > 1 ? 'Anybody may call it; a bearer token is counted.' : 'Needs a bearer token.';
}

function section(path: string, method: string, operation: Operation): string {
  const [success, ...failures] = Object.entries(operation.responses);
  const parts = [
    `<section><h2><span>${method.toUpperCase()}</span>${escape(path)}</h2><p>${escape(operation.description)} ${accessText(operation)}</p>`,
  ];
  if (operation.parameters.length > 0) parts.push('<h3>Parameters</h3>', code(operation.parameters));
  if (operation.requestBody) parts.push('<h3>Body</h3>', code(schemaOf(operation.requestBody)));
  if (success) parts.push(`<h3>${success[0]}</h3>`, code(schemaOf(success[1])));
  const lines = failures.map(([status, { description }]) => `<li>${status}: ${escape(String(description))}</li>`);
  parts.push(`<h3>Otherwise</h3><ul>${lines.join('')}</ul></section>`);
  return parts.join('\n');
}

/** The OpenAPI document as a page to read: no script, no outside resource. */
export function docsHtml(): string {
  const sections = Object.entries(operations()).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(path, method, operation)),
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Nuances API ${version}</title><style>${style}</style></head>
<body><main>
<h1>Nuances API</h1>
<p>Version ${version}. The same as data: <a href="/api/openapi.json">openapi.json</a>. Typed calls are at /trpc.</p>
<p>Bodies are JSON. A failure answers <code>{error, message, code, errors?}</code>; message is in the language of Accept-Language, French or English.</p>
${sections.join('\n')}
</main></body>
</html>
`;
}
