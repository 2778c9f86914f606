import { createHash } from 'node:crypto';
import { version } from '../observability/version.ts';
import type { Theme } from '../web/choices.ts';
import type { Fonts } from '../web/fonts.ts';
import { openApiDocument, type Content, type Operation, type Parameter } from './document.ts';
import type { Json } from './headers.ts';
import { styleOf } from './page-style.ts';
import { lastPart } from './schemas.ts';
import { isRecord } from '@nuances/domain/record';

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A text of the document: code stands between backticks. */
const prose = (text: string) => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** Code with a place to be scrolled by the keyboard. */
const code = (text: string, label: string) => `<pre tabindex="0" aria-label="${label}">${escape(text)}</pre>`;

const pretty = (value: unknown) =>
  // Short lists stay on one line: seven answers are one thing.
  JSON.stringify(value, null, 2).replaceAll(
    /\[\s+([^[\]{}]{1,60}?)\s+\]/g,
    (_whole, inner: string) => `[${inner.replaceAll(/\s+/g, ' ')}]`,
  );

/** A petal of the bloom that points up, answered in the middle of the scale. */
const petal =
  'M11.6 -42.4Q16.3 -40.9 18.5 -45.4L41.6 -93.2C51.3 -113.4 36.5 -125.7 21.7 -128.2A130 130 0 0 0 -21.7 -128.2C-36.5 -125.7 -51.3 -113.4 -41.6 -93.2L-18.5 -45.4Q-16.3 -40.9 -11.6 -42.4A44 44 0 0 1 11.6 -42.4Z';

/** The seven petals of the product's mark, red on top; unlike in the app they are all of one size. */
function mark(): string {
  const hues = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple'];
  const petals = hues.map(
    (hue, index) => `<path class="petal-${hue}" transform="rotate(${(-index * 360) / 7})" d="${petal}"/>`,
  );
  return `<svg viewBox="-150 -150 300 300" aria-hidden="true">${petals.join('')}</svg>`;
}

const count = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en') : '');

/** The kind of value that a schema describes, in few words; already HTML. */
function kindOf(schema: unknown): string {
  if (!isRecord(schema)) return 'anything';
  const { $ref, anyOf, items, type, format } = schema;
  if (typeof $ref === 'string') return `<a href="#${lastPart($ref)}">${lastPart($ref)}</a>`;
  if ('const' in schema) return escape(JSON.stringify(schema['const']));
  if (Array.isArray(schema['enum']))
    return schema['enum'].map((value: unknown) => escape(JSON.stringify(value))).join(', ');
  if (Array.isArray(anyOf)) return anyOf.map(kindOf).join(' or ');
  if (isRecord(items)) {
    const { minItems, maxItems } = schema;
    return `list${minItems !== undefined && minItems === maxItems ? ` of ${count(minItems)}` : ''}: ${kindOf(items)}`;
  }
  if (Array.isArray(type)) return type.map(String).join(' or ');
  if (typeof type !== 'string') return 'anything';
  const { minimum, maximum } = schema;
  const bounds =
    minimum === undefined
      ? ''
      : maximum === undefined
        ? `, from ${count(minimum)}`
        : `, ${count(minimum)} to ${count(maximum)}`;
  return escape(typeof format === 'string' ? format : type) + bounds;
}

function lengthOf(schema: Json): string {
  const { minLength, maxLength } = schema;
  if (maxLength === undefined) return '';
  return minLength === undefined
    ? `At most ${count(maxLength)} characters.`
    : `${count(minLength)} to ${count(maxLength)} characters.`;
}

interface Field {
  readonly name: string;
  readonly schema: Json;
  readonly description: string;
  readonly isRequired: boolean;
}

/** Facts of a field that may be null stand inside. */
function factsOf(schema: Json): Json {
  const { anyOf } = schema;
  const inner: unknown = Array.isArray(anyOf) ? anyOf[0] : undefined;
  return isRecord(inner) ? { ...inner, ...schema } : schema;
}

function row({ name, schema, description, isRequired }: Field): string {
  const words = [prose(description), lengthOf(factsOf(schema))].filter(Boolean).join(' ');
  return `<tr><th scope="row"><code>${escape(name)}</code><small>${kindOf(schema)}${isRequired ? '' : ', optional'}</small></th><td>${words}</td></tr>`;
}

const table = (fields: readonly Field[]) => `<table>${fields.map(row).join('')}</table>`;

function fieldsOf(schema: Json): Field[] {
  const { properties, required } = schema;
  if (!isRecord(properties)) return [];
  const names: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isRecord(field)) return [];
    const { description } = factsOf(field);
    return {
      name,
      schema: field,
      description: typeof description === 'string' ? description : '',
      isRequired: names.includes(name),
    };
  });
}

const isParameter = (parameter: Operation['parameters'][number]): parameter is Parameter => 'in' in parameter;

function accessText({ security, tags }: Operation): string {
  if (security.length === 0) return 'Anybody may call it.';
  if (security.length > 1) return 'Anybody may call it; with a token it is counted for the account.';
  return tags.includes('admin') ? "Needs an administrator's token." : 'Needs a token.';
}

function exampleIn(content: Content): unknown {
  return Object.values(content['application/json'].examples)[0]?.value;
}

function requestText(path: string, method: string, operation: Operation): string {
  const parameters = operation.parameters.filter(isParameter);
  const exampleOf = ({ schema }: Parameter) => {
    const { examples } = schema;
    return String(Array.isArray(examples) ? examples[0] : '');
  };
  const filled = parameters
    .filter(({ in: place }) => place === 'path')
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, exampleOf(parameter)), path);
  const query = parameters
    .filter(({ in: place }) => place === 'query')
    .map((parameter) => `${parameter.name}=${exampleOf(parameter)}`)
    .join('&');
  const needsToken = operation.security.length === 1;
  return [
    `${method.toUpperCase()} ${filled}${query && `?${query}`}`,
    ...(needsToken ? ['Authorization: Bearer eyJhbGciOiJI…'] : []),
    ...(operation.requestBody
      ? ['Content-Type: application/json', '', pretty(exampleIn(operation.requestBody.content))]
      : []),
  ].join('\n');
}

/** The codes of a failure, from its schema. */
function codesIn(content: Content): string[] {
  const { allOf } = content['application/json'].schema;
  const own: unknown = Array.isArray(allOf) ? allOf[1] : undefined;
  const properties = isRecord(own) ? own['properties'] : undefined;
  const field = isRecord(properties) ? properties['code'] : undefined;
  const codes = isRecord(field) ? field['enum'] : undefined;
  return Array.isArray(codes) ? codes.map(String) : [];
}

function failures(operation: Operation): string {
  const rows = Object.entries(operation.responses)
    .slice(1)
    .map(
      ([status, { description, content }]) =>
        `<tr><th scope="row"><code>${status}</code></th><td><p>${prose(description)}</p><p class="codes">${codesIn(
          content,
        )
          .map((name) => `<code>${name}</code>`)
          .join(' ')}</p></td></tr>`,
    );
  return `<table>${rows.join('')}</table>`;
}

function call(path: string, method: string, operation: Operation): string {
  const { operationId, requestBody } = operation;
  const parameters = operation.parameters.filter(isParameter).map(({ name, schema, description, required }) => ({
    name,
    schema,
    description,
    isRequired: required,
  }));
  const sent = requestBody ? fieldsOf(requestBody.content['application/json'].schema) : [];
  const [success] = Object.entries(operation.responses);
  const answered = success ? success[1].content['application/json'].schema : {};
  const answer = fieldsOf(answered);
  const said = [
    `<p>${prose(operation.description)}</p><p class="access">${accessText(operation)}</p>`,
    ...(parameters.length > 0 ? ['<h4>In the address</h4>', table(parameters)] : []),
    ...(sent.length > 0 ? ['<h4>Body</h4>', table(sent)] : []),
    ...(answer.length > 0
      ? ['<h4>Answer</h4>', table(answer)]
      : answered['items']
        ? [`<h4>Answer</h4><p>${kindOf(answered)}</p>`]
        : []),
    `<details class="more"><summary>What may go wrong</summary>${failures(operation)}</details>`,
  ];
  const shown = [
    '<h4>Request</h4>',
    code(requestText(path, method, operation), 'Example of a request'),
    ...(success
      ? [`<h4>Answer, ${success[0]}</h4>`, code(pretty(exampleIn(success[1].content)), 'Example of an answer')]
      : []),
  ];
  return `<section class="call" id="${operationId}">
<h3 class="name"><b>${method.toUpperCase()}</b><a href="#${operationId}"><code>${escape(path).replaceAll('/', '/<wbr>')}</code></a></h3>
<div class="said">${said.join('\n')}</div>
<div class="shown">${shown.join('\n')}</div>
</section>`;
}

/** The OpenAPI document as a page to read: no script, and nothing of anybody else's. */
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
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<section class="shape" id="${name}"><h3 class="name"><code>${name}</code></h3>${table(fieldsOf(schema))}</section>`,
  );
  const body = `<a class="skip" href="#calls">To the calls</a>
<div class="frame">
<header class="top">${mark()}<div><h1>Nuances API</h1><p>Version ${version} · <a href="/api/openapi.json">openapi.json</a> · <a href="/">the app</a></p></div></header>
<div class="sides">
<nav aria-label="Calls"><details><summary>All calls</summary>${links.join('')}<h2>Shapes</h2><ul>${Object.keys(
    components.schemas,
  )
    .map((name) => `<li><a href="#${name}"><b></b><span>${name}</span></a></li>`)
    .join('')}</ul></details></nav>
<main id="calls">
${info.description
  .split('\n\n')
  .map((text, index) => `<p${index === 0 ? ' class="lead"' : ''}>${prose(text.replaceAll('\n', ' '))}</p>`)
  .join('\n')}
${tags
  .map(
    ({ name, description }) =>
      `<div class="group"><h2>${title(name)}</h2><p>${prose(description)}</p>${inGroup(name)
        .map(({ path, method, operation }) => call(path, method, operation))
        .join('\n')}</div>`,
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
