import { isRecord } from '@nuances/domain/record';
import type { Content } from './failures.ts';
import type { Json } from './headers.ts';
import type { Operation, Parameter } from './operation.ts';
import { lastPart } from './schemas.ts';
import { escape, fieldsOf, kindOf, prose, table } from './page-fields.ts';

/** Code that can be scrolled by the keyboard. */
const code = (text: string, label: string) => `<pre tabindex="0" aria-label="${label}">${escape(text)}</pre>`;

const pretty = (value: unknown) =>
  // Short lists stay on one line: seven answers are one thing.
  JSON.stringify(value, null, 2).replaceAll(
    /\[\s+([^[\]{}]{1,60}?)\s+\]/g,
    (_whole, inner: string) => `[${inner.replaceAll(/\s+/g, ' ')}]`,
  );

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
