import { testDatabase } from '@nuances/db/testing';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { attributesOf, startCollector } from '../testing/collector.ts';
import { startProduct } from '../testing/product.ts';
import { password, testApp } from '../testing/test-app.ts';
import { startTracing } from './start-tracing.ts';
import type { TracingSettings } from './tracing.ts';

const canaries = {
  password: 'Canary-of-the-password-1!',
  email: 'canary.traces@example.org',
  username: 'canary_traces',
  scan: '0badcafe-0000-4000-8000-000000000002',
  link: 'canary-token-in-a-link-0123456789abcdefghij',
  agent: 'canary-of-a-browser',
  state: 'canary=of-another-vendor',
};
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${parentId}-01`;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** The app with traces, and the collector they go to; `flush` sends them all and ends the tracing. */
async function traced(settings: Partial<TracingSettings> = {}) {
  const collector = await startCollector();
  closing.push(() => collector.stop());
  const warnings: string[] = [];
  const tracing = await startTracing(
    {
      endpoint: collector.endpoint,
      protocol: 'http/json',
      serviceName: 'nuances-test',
      sampler: 'parentbased_always_on',
      ratio: 1,
      ...settings,
    },
    { warn: (line) => warnings.push(line) },
  );
  if (!tracing) throw new Error('no tracing');
  const app = await testApp({ tracing });
  closing.push(() => app.close());
  return { ...app, collector, warnings, flush: () => tracing.stop() };
}

/** What the spans and their resource may tell, by attribute. */
const allowed: Readonly<Record<string, RegExp>> = {
  'http.request.method': /^[A-Z]+$/,
  'http.route': /^(?:none|\*|\/[\w:*/.-]*)$/,
  'http.response.status_code': /^\d{3}$/,
  'rpc.method': /^[a-zA-Z]+\.[a-zA-Z]+$/,
  'db.system.name': /^postgresql$/,
  'db.query.summary': /^[a-z_]+(?: [a-z_]+(?:, [a-z_]+)*(?:; [a-z]+ [a-z_]+(?:, [a-z_]+)*)*)?$/,
  'error.type': /^[\dA-Z_]{3,20}$/,
};

it('I1: tells procedures and statements of a whole journey, and nothing of the person', async () => {
  const t = await traced();
  const { email, username, scan, link, agent, state } = canaries;
  const headers = { 'user-agent': agent, traceparent, tracestate: state, 'x-forwarded-for': '203.0.113.77' };
  const token = t.bob.shortToken;
  const note = randomBytes(40).toString('base64');
  await t.http('POST', '/api/auth/signup', { body: { username, email, password: canaries.password }, headers });
  await t.http('POST', '/api/auth/login', { body: { username: email, password: canaries.password }, headers });
  await t.http('POST', '/api/auth/login', { body: { username: 'bob', password }, headers });
  await t.http('POST', '/api/results', { token, body: { _id: scan, answers: [9, 1, 9, 1, 9, 1, 9] }, headers });
  await t.http('POST', '/api/notes', { token, body: { text: note, categoryId: 'other' }, headers });
  await t.http('GET', `/trpc/results.own?input={"source":"history"}`, { token, headers });
  await t.http('GET', '/api/notes/all', { token, headers });
  await t.http('DELETE', `/api/results/${scan}`, { token, headers });
  await t.http('GET', `/api/auth/verify/${link}?password=${canaries.password}`, { headers });
  await t.http('GET', `/api/${username}/${email}`, { headers });
  await t.http('GET', `/${link}?${email}`, { headers });
  await t.flush();

  const { spans, resources, bodies } = t.collector;
  const exported = Buffer.concat(bodies.map(({ body }) => body)).toString();
  for (const [name, canary] of Object.entries(canaries))
    // The state of the trace belongs to the caller, and goes on with it.
    if (name !== 'state') expect(exported.includes(canary), name).toBe(false);
  for (const secret of [t.bob.id, token, t.bob.refreshToken, t.bob.userKey, t.bob.email, note])
    expect(exported).not.toContain(secret);
  expect(exported).not.toMatch(/203\.0\.113\.77|9,1,9|\$1/);
  for (const { attributes, events, links, status } of spans) {
    expect([events, links, status.message ?? '']).toEqual([[], [], '']);
    for (const [name, value] of Object.entries(attributesOf(attributes)))
      expect(`${name}=${String(value)}`).toMatch(new RegExp(`^${name}=${(allowed[name] ?? /never/).source.slice(1)}`));
  }
  for (const resource of resources) {
    const { 'service.version': version, 'service.instance.id': instance, ...rest } = resource;
    expect(rest).toEqual({ 'service.name': 'nuances-test' });
    expect([version, instance]).toEqual([
      expect.stringMatching(/^\d+\.\d+\.\d+$/),
      expect.stringMatching(/^[\da-f-]{36}$/),
    ]);
  }

  const created = spans.find(({ name }) => name === 'notes.create');
  expect(attributesOf(created?.attributes ?? [])).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/notes',
    'rpc.method': 'notes.create',
    'http.response.status_code': 200,
  });
  expect(spans.filter(({ parentSpanId }) => parentSpanId === created?.spanId).map(({ name }) => name)).toEqual([
    'select sessions, users, scans, notes; delete deleted_notes; insert notes, usage_events',
  ]);
  const names = new Set(spans.map(({ name }) => name));
  for (const name of ['auth.signup', 'auth.login', 'results.own', 'notes.all', 'results.delete', 'GET none', 'begin'])
    expect([...names]).toContain(name);
});

it('goes on with the trace of the caller, and log lines name it', async () => {
  const t = await traced();
  await t.http('GET', '/api/profile', { token: t.alice.shortToken, headers: { traceparent } });
  await t.http('GET', '/api/profile', { token: t.alice.shortToken });
  await t.http('GET', '/api/notes/userkey', { token: t.alice.shortToken, headers: { traceparent } });
  await t.http('POST', '/api/profile', { token: t.alice.shortToken, body: { passion: 'x' }, headers: { traceparent } });
  await t.flush();
  const requests = t.collector.spans.filter(({ kind }) => kind === 2);
  expect(requests.map((span) => span.traceId === traceId && span.parentSpanId === parentId)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  for (const { traceId: of, parentSpanId } of t.collector.spans.filter(({ kind }) => kind === 3))
    expect(requests.some((span) => span.spanId === parentSpanId && span.traceId === of)).toBe(true);
  const lines = t.log.map((line): Record<string, unknown> => JSON.parse(line));
  const ofRequests = lines.filter(({ msg }) => msg === 'request');
  expect(ofRequests.map(({ trace_id: id }) => id)).toEqual(requests.map((span) => span.traceId));
  expect(ofRequests.map(({ span_id: id }) => id)).toEqual(requests.map((span) => span.spanId));
  // A line of a service.
  expect(lines.filter(({ trace_id: id, msg }) => id === traceId && msg !== 'request').length).toBeGreaterThan(0);
});

it('marks what failed by its SQLSTATE, and the request', async () => {
  const t = await traced();
  await t.db.execute('alter table scans rename to scans_away');
  await t.http('POST', '/api/results', { token: t.bob.shortToken, body: { answers: [9, 1, 9, 1, 9, 1, 9] } });
  await t.flush();
  const failed = t.collector.spans.filter(({ status }) => status.code === 2);
  expect(failed.map(({ attributes }) => attributesOf(attributes)['error.type'])).toEqual(['42P01', '500']);
});

it('follows the sampler', async () => {
  const off = await traced({ sampler: 'parentbased_always_off' });
  await off.http('GET', '/api/profile', { token: off.alice.shortToken });
  await off.http('GET', '/api/docs', { headers: { traceparent } });
  await off.flush();
  expect(new Set(off.collector.spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const none = await traced({ sampler: 'traceidratio', ratio: 0 });
  await none.http('GET', '/api/profile', { token: none.alice.shortToken, headers: { traceparent } });
  await none.flush();
  expect(none.collector.spans).toEqual([]);
});

it('sends protobuf by default, and says when nobody takes it', async () => {
  const t = await traced({ protocol: 'http/protobuf' });
  await t.http('GET', '/api/profile', { token: t.alice.shortToken });
  await t.flush();
  expect(t.collector.bodies.map(({ path, type }) => [path, type])).toEqual([['/v1/traces', 'application/x-protobuf']]);
  expect(t.collector.bodies[0]?.body.includes('profile.get')).toBe(true);
  expect(t.warnings).toEqual([]);
  const away = await traced({ endpoint: 'http://127.0.0.1:9' });
  expect((await away.http('GET', '/api/profile', { token: away.alice.shortToken })).status).toBe(200);
  await away.flush();
  // The exporter tries again for longer than the end waits.
  expect(away.warnings.length).toBeLessThanOrEqual(1);
});

const moduleOf = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
/**
 * Writes a line to standard error for each module of OpenTelemetry in the files that are loaded; the bundle names its modules.
 * The interface package comes with the metrics, too.
 */
const spy = moduleOf(`
  import { writeSync } from 'node:fs';
  import Module from 'node:module';
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (text, ...rest) {
    for (const [name] of text.matchAll(/^\\/\\/ .*node_modules\\/@opentelemetry\\/(?!api\\/).*$/gm)) writeSync(2, 'loads ' + name + '\\n');
    return compile.call(this, text, ...rest);
  };`);

it('loads the packages only when the environment asks for traces', async () => {
  const collector = await startCollector();
  closing.push(() => collector.stop());
  const database = await testDatabase();
  closing.push(() => database.drop());
  const masterKey = randomBytes(32).toString('hex');
  const started = async (env: Record<string, string>) => {
    const product = await startProduct({
      databaseUrl: database.url,
      env: { MASTER_KEY: masterKey, NODE_OPTIONS: `--import=${spy}`, METRICS_TOKEN: 'x'.repeat(16), ...env },
    });
    expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
    expect((await fetch(`${product.url}/api/profile`)).status).toBe(401);
    const ended = once(product.child, 'exit');
    product.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await product.discard();
    return product.said.err.match(/^loads .*@opentelemetry/gm)?.length ?? 0;
  };
  expect(await started({ OTEL_SERVICE_NAME: 'unused', OTEL_TRACES_SAMPLER: 'always_on' })).toBe(0);
  expect(collector.bodies).toEqual([]);
  expect(await started({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })).toBeGreaterThan(4);
  // The end has sent what waited.
  expect(collector.bodies.map(({ body }) => body.includes('profile.get'))).toEqual([true]);
  // Balancers ask all the time.
  expect(collector.bodies.map(({ body }) => body.includes('/api/health'))).toEqual([false]);
});
