import { hashPassword } from '@nuances/crypto/password';
import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createMetrics, type MetricSources, serveMetrics } from './metrics.ts';
import { password, testApp, type TestApp, useApp } from '../testing/test-app.ts';

const metricsToken = 'metrics-token-of-the-test';
const canaries = {
  password: 'Canary-of-the-password-1!',
  email: 'canary.metrics@example.org',
  username: 'canary_metrics',
  scan: '0badcafe-0000-4000-8000-000000000001',
  link: 'canary-token-in-a-link-0123456789abcdefghij',
};

const stored = {
  mails: { waiting: 2, oldestS: 30, givenUp: 1 },
  erasures: { waiting: 1, oldestS: 40 },
  aggregationAgeS: 50,
};
/** Sources of which only the database is of interest. */
const sources = (read: MetricSources['stored']): MetricSources => ({
  stored: read,
  transactions: () => ({ running: 0, waiting: 0, refused: 3 }),
  hashing: () => ({ running: 0, waiting: 0, refused: 0 }),
  backupAgeS: () => Promise.resolve(7),
  archiveAgeS: () => Promise.resolve(8),
  disks: () => [{ folder: 'DATA_DIR', freeBytes: 9, sizeBytes: 10 }],
  replicas: () => ({ used: 2, unused: 1 }),
});

let t: TestApp;
useApp((app) => (t = app), { config: { metricsToken } });

const read = (authorization?: string) =>
  t.http('GET', '/metrics', authorization === undefined ? {} : { headers: { authorization } });
const text = async () => (await read(`Bearer ${metricsToken}`)).text;

/** The value of a metric; undefined when it is missing. */
function valueOf(metrics: string, line: string): number | undefined {
  const found = metrics.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

describe('/metrics', () => {
  it('needs its token', async () => {
    for (const wrong of [undefined, '', 'Bearer', `Bearer ${metricsToken}x`, metricsToken, `Basic ${metricsToken}`]) {
      const refused = await read(wrong);
      expect([refused.status, refused.text]).toEqual([401, 'A token is needed.\n']);
      expect(refused.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' });
    }
    // No account has access, not even an administrator's.
    expect((await read(`Bearer ${t.admin.shortToken}`)).status).toBe(401);
    const answer = await read(`Bearer ${metricsToken}`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('is off by default', async () => {
    const other = await testApp();
    try {
      expect((await other.http('GET', '/metrics')).status).toBe(404);
    } finally {
      await other.close();
    }
  });

  it('has requests by route pattern, process, database and mails', async () => {
    const line =
      'nuances_http_request_duration_seconds_count{method="DELETE",route="/api/results/:_id",procedure="results.delete",status="404"}';
    const before = valueOf(await text(), line) ?? 0;
    for (let call = 0; call < 3; call += 1)
      await t.http('DELETE', `/api/results/${randomUUID()}`, { token: t.alice.shortToken });
    await t.http('POST', '/api/auth/signup', { body: { username: 'waiter', email: 'waiter@example.org', password } });
    const metrics = await text();
    expect(valueOf(metrics, line)).toBe(before + 3);
    expect(valueOf(metrics, 'nuances_mails{state="waiting"}')).toBe(1);
    expect(valueOf(metrics, 'nuances_mails{state="given_up"}')).toBe(0);
    expect(valueOf(metrics, 'nuances_database_up')).toBe(1);
    expect(metrics).toMatch(/^nuances_info\{version="\d+\.\d+\.\d+",instance_id="[\da-f-]{36}"\} 1$/m);
    expect(valueOf(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });

  it('I1: contains no user input', async () => {
    const { email, username, scan, link } = canaries;
    await t.http('POST', '/api/auth/signup', { body: { username, email, password: canaries.password } });
    await t.logIn(email, canaries.password);
    await t.http('POST', '/api/results', {
      token: t.bob.shortToken,
      body: { _id: scan, answers: [9, 1, 9, 1, 9, 1, 9] },
    });
    await t.http('DELETE', `/api/results/${scan}`, { token: t.bob.shortToken });
    await t.http('GET', `/api/auth/verify/${link}?password=${canaries.password}`);
    await t.http('GET', `/api/${username}/${email}`);
    await t.http('GET', `/trpc/${username}.${link}`);
    await t.http('GET', `/${link}`);
    const metrics = await text();
    for (const [name, canary] of Object.entries(canaries)) expect(metrics.includes(canary), name).toBe(false);
    for (const secret of [t.bob.id, t.bob.shortToken, t.bob.refreshToken, t.bob.userKey, metricsToken])
      expect(metrics).not.toContain(secret);
    expect(metrics).not.toMatch(/127\.0\.0\.1|9,1,9/);
    const named = new Set(Array.from(metrics.matchAll(/procedure="([^"]*)"/g), ([, name]) => name));
    expect([...named].filter((name) => !/^(?:none|[a-zA-Z]+\.[a-zA-Z]+)$/.test(name ?? ''))).toEqual([]);
    // The labels are only route patterns of the code.
    const routes = new Set(Array.from(metrics.matchAll(/route="([^"]*)"/g), ([, route]) => route));
    expect([...routes].filter((route) => !/^(?:none|\/[\w:*/.-]*)$/.test(route ?? ''))).toEqual([]);
    expect(routes).toContain('/api/auth/verify/:token');
    // Control: the search works.
    expect(`${metrics}\nroute="/api/auth/verify/${link}"`.includes(link)).toBe(true);
  });

  it('control: a metric with an address is detected', async () => {
    const careless = createMetrics(sources(() => Promise.resolve(stored)));
    careless.observe({
      method: 'GET',
      route: `/api/auth/verify/${canaries.link}`,
      procedure: 'none',
      status: 200,
      ms: 1,
    });
    expect(await careless.text()).toContain(canaries.link);
  });

  it('works while the database is unavailable, and reports that', async () => {
    let isAway = true;
    const metrics = createMetrics(
      sources(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(stored))),
    );
    const away = await metrics.text();
    expect(valueOf(away, 'nuances_database_up')).toBe(0);
    expect(valueOf(away, 'nuances_mails{state="waiting"}')).toBeUndefined();
    isAway = false;
    const back = await metrics.text();
    expect(valueOf(back, 'nuances_database_up')).toBe(1);
    expect(valueOf(back, 'nuances_mails{state="given_up"}')).toBe(1);
    expect(valueOf(back, 'nuances_oldest_erasure_seconds')).toBe(40);
    isAway = true;
    for (const name of ['oldest_mail_seconds', 'erasures_waiting', 'oldest_erasure_seconds', 'aggregation_age_seconds'])
      expect(valueOf(await metrics.text(), `nuances_${name}`), name).toBeUndefined();
  });

  it('tells what waits: mails, erasures, the aggregation, transactions, hashes', async () => {
    expect(valueOf(await text(), 'nuances_aggregation_age_seconds')).toBeUndefined();
    const leaver = await t.person('metrics_leaver');
    await leaver.api.profile.erase({ password });
    await (
      await t.services.aggregation.begin({ trigger: 'command' })
    )?.ended;
    await t.db.execute(sql`update erasures set requested_at = now() - interval '1 hour'`);
    await t.db.execute(sql`update mail_outbox set created_at = now() - interval '2 hours'`);
    const [read] = await t.services.db.transaction(() =>
      Promise.all([text(), hashPassword(password), hashPassword(password), hashPassword(password)]),
    );
    expect(valueOf(read, 'nuances_erasures_waiting')).toBe(1);
    expect(valueOf(read, 'nuances_oldest_erasure_seconds')).toBeCloseTo(3_600, -2);
    expect(valueOf(read, 'nuances_oldest_mail_seconds')).toBeCloseTo(7_200, -2);
    expect(valueOf(read, 'nuances_aggregation_age_seconds')).toBeLessThan(60);
    expect(valueOf(read, 'nuances_transactions{state="running"}')).toBe(1);
    expect(valueOf(read, 'nuances_transactions{state="waiting"}')).toBe(0);
    expect(valueOf(read, 'nuances_password_hashes{state="running"}')).toBeGreaterThan(0);
    expect(await t.services.erasures.flush()).toBe(1);
    expect(valueOf(await text(), 'nuances_erasures_waiting')).toBe(0);
  });

  it('names the procedure of both transports', async () => {
    await t.http('GET', '/trpc/profile.get', { token: t.alice.shortToken });
    await t.http('GET', '/trpc/admin.nothing', { token: t.alice.shortToken });
    await t.http('GET', '/api/profile', { token: t.alice.shortToken });
    await t.http('HEAD', '/api/profile', { token: t.alice.shortToken });
    const metrics = await text();
    const count = 'nuances_http_request_duration_seconds_count';
    for (const [method, route] of [
      ['GET', '/trpc/profile.get'],
      ['GET', '/api/profile'],
      ['HEAD', '/api/profile'],
    ])
      expect(metrics).toMatch(
        new RegExp(`${count}\\{method="${method}",route="${route}",procedure="profile.get",status="200"\\} \\d`),
      );
    expect(metrics).toContain('route="/trpc/:path",procedure="none"');
  });

  it('counts what was refused', async () => {
    const metrics = createMetrics(sources(() => Promise.resolve(stored)));
    expect(valueOf(await metrics.text(), 'nuances_replicas{state="used"}')).toBe(2);
    expect(valueOf(await metrics.text(), 'nuances_refused_total{what="transaction"}')).toBe(3);
    expect(valueOf(await metrics.text(), 'nuances_disk_bytes{folder="DATA_DIR",state="free"}')).toBe(9);
    const before = valueOf(await text(), 'nuances_refused_total{what="password_hash"}');
    const hashes = await Promise.allSettled(Array.from({ length: 80 }, () => hashPassword(password)));
    const refused = hashes.filter(({ status }) => status === 'rejected').length;
    expect(refused).toBeGreaterThan(0);
    expect(valueOf(await text(), 'nuances_refused_total{what="password_hash"}')).toBe((before ?? 0) + refused);
  });

  it('has the names of docs/watching.md and of the dashboard, and no others', async () => {
    const known = new Set((await text()).match(/^# TYPE (nuances_\w+)/gm)?.map((line) => line.slice('# TYPE '.length)));
    expect(known.size).toBeGreaterThan(8);
    for (const file of ['watching.md', 'grafana-dashboard.json']) {
      const named = (await readFile(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8')).match(
        /nuances_[a-z_]+/g,
      );
      const names = new Set(named?.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')));
      expect([...names].toSorted(), file).toEqual([...known].toSorted());
    }
  });
});

describe('the separate port', () => {
  const metrics = createMetrics(sources(() => Promise.resolve(stored)));
  const portOf = (server: Pick<Server, 'address'>) => {
    const address = server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  };

  it('answers on loopback only, and only /metrics', async () => {
    const server = await serveMetrics(metrics, 0);
    try {
      expect(server.address()).toMatchObject({ address: '127.0.0.1' });
      const url = `http://127.0.0.1:${portOf(server)}`;
      const answer = await fetch(`${url}/metrics`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('nuances_database_up 1');
      for (const path of ['/', '/metrics/x', '/api/health']) expect((await fetch(url + path)).status).toBe(404);
      expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('fails with a message when it is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    await expect(serveMetrics(metrics, portOf(other))).rejects.toMatchObject({ code: 'EADDRINUSE' });
    other.close();
  });
});
