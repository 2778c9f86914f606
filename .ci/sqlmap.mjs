/*
 * Runs sqlmap (level 3) on every parameter of the REST API: paths, queries, bodies, User-Agent and Referer. First on a
 * planted vulnerability, which it must find; otherwise an empty result for the product would prove nothing. Takes about
 * an hour; needs `apt-get install sqlmap`, a build, and a server on which it may create a database:
 *
 *   npm run build && DATABASE_URL=postgres://user:password@localhost/postgres node .ci/sqlmap.mjs [PATTERN]
 *
 * With a PATTERN only operations whose method and path match are tried. Exit code 0: only the planted vulnerability was
 * found.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = dirname(import.meta.dirname);
const server = process.env['DATABASE_URL'];
if (!server) throw new Error('DATABASE_URL must name a server on which a database may be made');
const pattern = new RegExp(process.argv[2] ?? '');
const postgres = createRequire(join(root, 'packages/db/package.json'))('postgres');
const admin = postgres(server, { max: 1, onnotice: () => undefined });
const name = `nuances_sqlmap_${Date.now()}`;
const database = Object.assign(new URL(server), { pathname: `/${name}` }).href;
const folder = mkdtempSync(join(tmpdir(), 'nuances-sqlmap-'));
const account = { username: 'sqlmap_victim', email: 'victim@example.org', password: 'Correct-horse-7!' };

/** Runs sqlmap on one request; returns what it found, or an empty text. */
async function attack({ method, url, body, token }) {
  const options = ['-u', url, '--method', method, '--level=3', '--risk=1', '--dbms=PostgreSQL', '--batch'];
  options.push('--flush-session', '--ignore-code=401,404', '--skip-waf', '--disable-coloring');
  options.push('--output-dir', join(folder, 'output'));
  if (body !== undefined) options.push('--data', JSON.stringify(body), '-H', 'Content-Type: application/json');
  if (token !== undefined) options.push('-H', `Authorization: Bearer ${token}`);
  const child = spawn('sqlmap', options, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (!/do(?:es)? not (?:appear|seem) to be injectable|identified the following injection point/.test(out))
    throw new Error(`sqlmap did not do its work on ${method} ${url}:\n${out.slice(-2_000)}`);
  const found = /identified the following injection point[\s\S]*?---\n([\s\S]*?)---/.exec(out)?.[1] ?? '';
  return { found: found.trim(), tested: new Set(out.match(/testing if [^\n]*? is dynamic/g)).size };
}

/** A deliberately vulnerable server, with an injection in its query, its path and its body. */
async function plantHoles() {
  const sql = postgres(database, { max: 2, onnotice: () => undefined });
  const answer = async (request) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const body = request.method === 'POST' ? JSON.parse((await text(request)) || '{}') : {};
    const asked = body.name ?? searchParams.get('name') ?? decodeURIComponent(pathname.slice('/things/'.length));
    return sql.unsafe(`select username from users where username = '${asked}'`);
  };
  const respond = async (request, response) => {
    try {
      response.end(JSON.stringify(await answer(request)));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  };
  const hole = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
  await once(hole, 'listening');
  return { url: `http://127.0.0.1:${hole.address().port}`, close: () => sql.end().then(() => hole.close()) };
}

async function startProduct() {
  const child = spawn(process.execPath, [join(root, 'apps/api/dist/main.cjs')], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database,
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT: '999999999',
      AUTH_RATE_LIMIT: '999999999',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The product does not start')));
  const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  return { url: String(line).trim().replace('Nuances is ready: ', ''), child };
}

function call(url, method, path, body, token) {
  return fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Makes the account that sends the calls; an administrator, so that all calls are reached. */
async function signUp(url) {
  await call(url, 'POST', '/api/auth/signup', { ...account, consent: true });
  const sql = postgres(database, { max: 1 });
  await sql`update users set role = 'admin' where username = ${account.username}`;
  await sql.end();
}

async function logIn(url) {
  const { shortToken } = await (await call(url, 'POST', '/api/auth/login', account)).json();
  if (!shortToken) throw new Error('The product does not log anybody in');
  return shortToken;
}

/** Makes the objects that a request refers to, so that it is not refused early. */
async function prepare(url, token, { path, id, body }) {
  const scan = body?.scanResultId ?? (path.startsWith('/api/results/') ? id : undefined);
  if (scan) await call(url, 'POST', '/api/results', { _id: scan, answers: [1, 2, 3, 4, 5, 6, 7] }, token);
  const note = { _id: id, text: Buffer.alloc(40).toString('base64'), categoryId: 'red' };
  if (id && path.startsWith('/api/notes/')) await call(url, 'POST', '/api/notes', note, token);
}

/** A value that a schema of the OpenAPI document accepts. */
function sampleOf(document, schema) {
  if (schema.$ref) return sampleOf(document, document.components.schemas[schema.$ref.split('/').at(-1)]);
  if (schema.examples) return schema.examples[0];
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  const [either] = schema.anyOf ?? schema.oneOf ?? [];
  if (either) return sampleOf(document, either);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, sampleOf(document, part)]),
    );
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(document, schema.items));
  return { integer: 3, number: 3, boolean: true }[schema.type] ?? 'sample';
}

/** Every operation as a request with a valid value for each parameter. */
function requestsOf(document, url) {
  const resolve = (part) =>
    part.$ref
      ? part.$ref
          .split('/')
          .slice(1)
          .reduce((at, key) => at[key], document)
      : part;
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const parameters = (operation.parameters ?? []).map(resolve);
      const valueOf = ({ schema = {} }) => encodeURIComponent(String(sampleOf(document, schema)));
      // The star marks the part of a path that sqlmap tries.
      const filled = parameters
        .filter((parameter) => parameter.in === 'path')
        .reduce((at, parameter) => at.replace(`{${parameter.name}}`, `${valueOf(parameter)}*`), path);
      const query = parameters
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => `${parameter.name}=${valueOf(parameter)}`)
        .join('&');
      const schema = operation.requestBody && resolve(operation.requestBody).content['application/json'].schema;
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        id: parameters.filter((parameter) => parameter.name === '_id').map(valueOf)[0],
        url: `${url}${filled}${query ? `?${query}` : ''}`,
        body: schema && sampleOf(document, schema),
      };
    }),
  );
}

let failures = 0;
await admin.unsafe(`create database ${name}`);
const { url, child } = await startProduct();
try {
  await signUp(url);

  const holes = await plantHoles();
  const { username } = account;
  for (const planted of [
    { method: 'GET', url: `${holes.url}/things?name=${username}` },
    { method: 'GET', url: `${holes.url}/things/${username}*` },
    { method: 'POST', url: `${holes.url}/things`, body: { name: username } },
  ]) {
    const { found } = await attack(planted);
    console.log(`${found ? 'found' : 'MISSED'}  the planted hole in ${planted.method} ${planted.url}`);
    if (!found) failures += 1;
  }
  await holes.close();

  const document = await (await fetch(`${url}/api/openapi.json`)).json();
  for (const request of requestsOf(document, url)) {
    if (!pattern.test(request.name)) continue;
    const token = await logIn(url);
    await prepare(url, token, request);
    const usual = await call(url, request.method, request.url.slice(url.length).replace('*', ''), request.body, token);
    const { found, tested } = await attack({ ...request, token });
    console.log(`${found ? 'FOUND' : 'clean'}  ${request.name}: ${tested} parameters, usually ${usual.status}`);
    if (found) {
      failures += 1;
      console.log(found);
    }
  }
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await admin.unsafe(`drop database ${name} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;
