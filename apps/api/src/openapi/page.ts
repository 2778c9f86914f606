import { createHash } from 'node:crypto';
import { version } from '../observability/version.ts';
import type { Theme } from '../web/choices.ts';
import type { Fonts } from '../web/fonts.ts';
import { openApiDocument } from './document.ts';
import { isRequest } from './operation.ts';
import { call } from './page-call.ts';
import { escape, fieldsOf, prose, table } from './page-fields.ts';
import { styleOf } from './page-style.ts';

/** A petal of the bloom that points up, answered in the middle of the scale. */
const petal =
  'M11.6 -42.4Q16.3 -40.9 18.5 -45.4L41.6 -93.2C51.3 -113.4 36.5 -125.7 21.7 -128.2A130 130 0 0 0 -21.7 -128.2C-36.5 -125.7 -51.3 -113.4 -41.6 -93.2L-18.5 -45.4Q-16.3 -40.9 -11.6 -42.4A44 44 0 0 1 11.6 -42.4Z';

/** The product's mark: seven petals, red on top, all of one size. */
function mark(): string {
  const hues = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple'];
  const petals = hues.map(
    (hue, index) => `<path class="petal-${hue}" transform="rotate(${(-index * 360) / 7})" d="${petal}"/>`,
  );
  return `<svg viewBox="-150 -150 300 300" aria-hidden="true">${petals.join('')}</svg>`;
}

/** The OpenAPI document as an HTML page without scripts and external resources. */
export function createPage(fonts: Fonts | null): { readonly policy: string; html(theme: Theme | null): string } {
  const style = styleOf(fonts);
  const styleHash = createHash('sha256').update(style).digest('base64');
  const { info, paths, components, tags } = openApiDocument();
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const inGroup = (name: string) => calls.filter(({ operation }) => operation.tags.includes(name));
  const title = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);

  const links = tags.map(
    ({ name }) =>
      `<h2>${title(name)}</h2><ul>${inGroup(name)
        .map(
          ({ path, method, operation }) =>
            `<li><a href="#${operation.operationId}"><b>${method.toUpperCase()}</b><span>${escape(path.replace('/api/', '')).replaceAll('/', '/<wbr>')}</span></a></li>`,
        )
        .join('')}</ul>`,
  );
  const shared = Object.entries(components.schemas).filter(([name]) => !isRequest(name));
  const shapes = shared.map(
    ([name, schema]) =>
      `<section class="shape" id="${name}"><h3 class="name"><code>${name}</code></h3>${table(fieldsOf(schema))}</section>`,
  );
  const body = `<a class="skip" href="#calls">To the calls</a>
<div class="frame">
<header class="top">${mark()}<div><h1>Nuances API</h1><p>Version ${version} · <a href="/api/openapi.json">openapi.json</a> · <a href="/">the app</a></p></div></header>
<div class="sides">
<nav aria-label="Calls" id="index"><details><summary>All calls</summary>${links.join('')}<h2>Shapes</h2><ul>${shared
    .map(([name]) => `<li><a href="#${name}"><b></b><span>${name}</span></a></li>`)
    .join('')}</ul></details></nav>
<main id="calls">
${info.description
  .split('\n\n')
  .map((text, index) => `<p${index === 0 ? ' class="lead"' : ''}>${prose(text.replaceAll('\n', ' '))}</p>`)
  .join('\n')}
<p>In the samples <code>NUANCES</code> and <code>nuances</code> are the address of the product, without a slash at its end; <code>TOKEN</code> and <code>token</code> are an access token, or one for scripts.</p>
${tags
  .map(
    ({ name, description }) =>
      `<div class="group"><h2>${title(name)}</h2><p>${prose(description)}</p>${inGroup(name)
        .map(({ path, method, operation }) => call(path, method, operation, components.schemas))
        .join('\n')}<p class="back"><a href="#index">All calls</a></p></div>`,
  )
  .join('\n')}
<div class="group"><h2>Shapes</h2><p>What several calls answer with.</p>${shapes.join('\n')}</div>
<p class="foot">Made from the same schemas that check the calls.</p>
</main>
</div>
</div>`;
  return {
    policy: `default-src 'none'; style-src 'sha256-${styleHash}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    html: (theme) => `<!doctype html>
<html lang="en"${theme === null ? '' : ` data-theme="${theme}"`}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Nuances API ${version}</title><style>${style}</style></head>
<body>
${body}
</body>
</html>
`,
  };
}
