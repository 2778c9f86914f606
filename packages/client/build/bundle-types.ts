import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
import { ApiTypeWriter } from './write-api-types.ts';

const packageFolder = dirname(import.meta.dirname);
const root = dirname(dirname(packageFolder));
const entry = join(packageFolder, 'src', 'client.ts');
const apiFile = join(packageFolder, 'src', 'api.ts');

/** The client and all it imports; `npm run check:types` finds its faults. */
function programOf(): ts.Program {
  const configFile = join(packageFolder, 'tsconfig.json');
  const source = ts.readJsonConfigFile(configFile, (path) => readFileSync(path, 'utf8'));
  const { options } = ts.parseJsonSourceFileConfigFileContent(source, ts.sys, packageFolder);
  // Found by these paths, files of other rooms count as ours; found in node_modules they would not be emitted.
  const paths = { '@nuances/crypto/*': ['../crypto/src/*.ts'], '@nuances/domain/*': ['../domain/src/*.ts'] };
  return ts.createProgram([entry], { ...options, paths, noEmit: false, declaration: true, emitDeclarationOnly: true });
}

/** `src/api.ts` with its types written out. */
function writtenApi(program: ts.Program): string {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(apiFile);
  const symbol = source && checker.getSymbolAtLocation(source);
  const [api, options] = ['Api', 'CallOptions'].map((name) =>
    symbol ? checker.getExportsOfModule(symbol).find((one) => one.name === name) : undefined,
  );
  const declared = options?.declarations?.[0]?.getFullText().trim();
  if (!api || declared === undefined) throw new Error('src/api.ts has no Api or CallOptions');
  const about = ts.displayPartsToString(api.getDocumentationComment(checker));
  const text = new ApiTypeWriter(checker).write(checker.getDeclaredTypeOfSymbol(api));
  return `${declared}\n\n/** ${about} */\nexport interface Api ${text}\n`;
}

/** Declarations of every file of ours that the entry reaches, by their path from the root. */
function declarationsOf(program: ts.Program): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const write = (path: string, text: string) => texts.set(relative(root, path), text);
  const visit = (file: string) => {
    const key = relative(root, file).replace(/\.ts$/, '.d.ts');
    if (texts.has(key)) return;
    if (file === apiFile) return void texts.set(key, writtenApi(program));
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`No source ${file}`);
    program.emit(source, write, undefined, true);
    const declaration = texts.get(key);
    if (declaration === undefined) throw new Error(`No declarations of ${file}`);
    for (const { fileName } of ts.preProcessFile(declaration).importedFiles) {
      const next = ownFile(fileName, file);
      if (next) visit(next);
    }
  };
  visit(entry);
  return texts;
}

/** The file of ours that an import names; null for a package of others. */
function ownFile(name: string, from: string): string | null {
  if (name.startsWith('.')) return join(dirname(from), name);
  const [, room, path] = /^@nuances\/(\w+)\/(.+)$/.exec(name) ?? [];
  return room === undefined || path === undefined ? null : join(root, 'packages', room, 'src', `${path}.ts`);
}

/**
 * Writes the types of the client into one file that imports nothing.
 * @throws Error when something of another package would have to be imported
 */
export async function bundleTypes(to: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nuances-client-types-'));
  try {
    const program = programOf();
    for (const [path, text] of declarationsOf(program)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const bundle = await rollup({
      input: join(folder, relative(root, entry).replace(/\.ts$/, '.d.ts')),
      plugins: [
        {
          name: 'own-declarations',
          resolveId(name, importer) {
            const own = importer === undefined ? null : ownFile(name, join(root, relative(folder, importer)));
            return own && join(folder, relative(root, own).replace(/(\.d)?\.ts$/, '.d.ts'));
          },
        },
        dts(),
      ],
      onwarn(warning) {
        throw new Error(warning.message);
      },
    });
    await bundle.write({ file: to, format: 'es' });
    await bundle.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
