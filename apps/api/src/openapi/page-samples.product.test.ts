import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { openApiDocument } from './document.ts';
import { curlText, exampleIn, sampleOf, typescriptText } from './page-samples.ts';

const document = openApiDocument();
const samples = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ operation, sample: sampleOf(path, method, operation) })),
);

it('the samples for a shell call curl with the request of the document', () => {
  // A function in place of curl tells its arguments; a NUL is in none of them.
  const script = `curl() { printf '%s\\0' "$@" END; }\n${samples.map(({ sample }) => curlText(sample)).join('\n')}`;
  const env = { ...process.env, NUANCES: 'http://there', TOKEN: 'nu_x' };
  const output = execFileSync('sh', ['-eu', '-c', script], { encoding: 'utf8', env }).split('END\0').slice(0, -1);
  expect(output).toHaveLength(samples.length);
  for (const [index, { operation, sample }] of samples.entries()) {
    const args = output[index]?.split('\0').slice(0, -1) ?? [];
    const after = (flag: string) => args.flatMap((arg, at) => (arg === flag ? [args[at + 1] ?? ''] : []));
    const name = operation.operationId;
    expect(args, name).toContain(`http://there${sample.address}`);
    expect(sample.address, name).not.toMatch(/[{}\s]|undefined/);
    expect(after('-X'), name).toEqual(sample.method === 'GET' ? [] : [sample.method]);
    expect(after('-H').includes('Authorization: Bearer nu_x'), name).toBe(operation.security.length === 1);
    const wanted = operation.requestBody ? [exampleIn(operation.requestBody.content)] : [];
    expect(
      after('-d').map((text): unknown => JSON.parse(text)),
      name,
    ).toEqual(wanted);
  }
});

it('the samples in TypeScript compile strictly', () => {
  const open = 'declare const nuances: string, token: string;\n';
  const text = `${open}${samples.map(({ sample }) => `{\n${typescriptText(sample)}\n}`).join('\n')}\nexport {};\n`;
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  };
  const errorsIn = (source: string): string[] => {
    const host = ts.createCompilerHost(options);
    const readFile = host.getSourceFile.bind(host);
    host.getSourceFile = (name, target) =>
      name === 'samples.ts' ? ts.createSourceFile(name, source, target) : readFile(name, target);
    return ts
      .getPreEmitDiagnostics(ts.createProgram(['samples.ts'], options, host))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  };
  expect(errorsIn(text)).toEqual([]);
  expect(errorsIn(text.replace('${token}', '${tokn}')), 'control').toHaveLength(1);
});
