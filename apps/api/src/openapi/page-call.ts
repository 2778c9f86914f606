import { isRecord } from '@nuances/domain/record';
import type { Content } from './failures.ts';
import type { Json } from './headers.ts';
import type { Operation } from './operation.ts';
import { lastPart } from './schemas.ts';
import { escape, fieldsOf, kindOf, prose, table } from './page-fields.ts';
import { curlText, exampleIn, httpText, isParameter, pretty, sampleOf, typescriptText } from './page-samples.ts';

/** Code that can be scrolled by the keyboard. */
const code = (text: string, label: string) => `<pre tabindex="0" aria-label="${label}">${escape(text)}</pre>`;

/** What opens without a script, and is printed and found in the page as all the rest. */
const folded = (summary: string, html: string) =>
  `<details class="sample"><summary>${summary}</summary>${html}</details>`;

function accessText({ security, tags }: Operation): string {
  if (security.length === 0) return 'Anybody may call it.';
  if (security.length > 1) return 'Anybody may call it; with a token it is counted for the account.';
  return tags.includes('admin') ? "Needs an administrator's token." : 'Needs a token.';
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

/** A schema, or the one that it refers to. */
function named(schema: Json, schemas: Readonly<Record<string, Json>>): Json {
  const { $ref } = schema;
  return (typeof $ref === 'string' ? schemas[lastPart($ref)] : undefined) ?? schema;
}

/** One operation with its input, answers and failures. */
export function call(
  path: string,
  method: string,
  operation: Operation,
  schemas: Readonly<Record<string, Json>>,
): string {
  const { operationId, requestBody } = operation;
  const parameters = operation.parameters.filter(isParameter).map(({ name, schema, description, required }) => ({
    name,
    schema,
    description,
    isRequired: required,
  }));
  const sent = requestBody ? fieldsOf(named(requestBody.content['application/json'].schema, schemas)) : [];
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
  const sample = sampleOf(path, method, operation);
  const shown = [
    '<h4>Request</h4>',
    code(httpText(sample), 'Example of a request'),
    folded('curl', code(curlText(sample), 'The request with curl')),
    folded('TypeScript', code(typescriptText(sample), 'The request in TypeScript')),
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
