/**
 * On a plain PostgreSQL: every statement that an app on a distributed database sends has a form that Citus takes, and those of
 * calls need the worker of their person only. The contract test looks at the calls of REST in the same way.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@nuances/db/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runBackup } from '../testing/commands.ts';
import { rotateKey } from '../cli/rotate-key.ts';
import { checkFingerprint } from './master-key-check.ts';
import { runMaintenance } from '../jobs/maintenance.ts';
import { brokenShapes, needsEveryWorker } from '../testing/citus-shapes.ts';
import { seal } from '../testing/seal.ts';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { envelope, manifest, prove, turnVaultOn } from '../testing/vault.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../testing/database-proxy.ts';

const sent = new Set<string>();
const proxies: DatabaseProxy[] = [];
const proxied = async (url: string) => {
  const proxy = await openDatabaseProxy(url, (text) => sent.add(text));
  proxies.push(proxy);
  return proxy.url;
};

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ isDistributed: true, databaseUrl: proxied });
});
afterAll(async () => {
  await t.close();
  for (const proxy of proxies) await proxy.cut();
});
beforeEach(() => sent.clear());

const sealed = () => randomBytes(40).toString('base64');
const answers = [1, 2, 3, 4, 5, 6, 7];

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  const { status, json } = await t.http(method, path, { token: t.alice.shortToken, ...(body && { body }) });
  expect(status, `${method} ${path}`).toBeLessThan(300);
  return Object(json);
}

/** Statements of which one part writes what another has found: those of a plain PostgreSQL, or of an erasure. */
async function scattered(): Promise<string[]> {
  const found: string[] = [];
  for (const text of sent) if (await needsEveryWorker(text)) found.push(text);
  return found;
}

async function refused(): Promise<string[]> {
  const found: string[] = [];
  for (const text of sent) found.push(...(await brokenShapes(text)).map((rule) => `${rule}: ${text}`));
  return found;
}

it('of calls', async () => {
  const scan = { _id: randomUUID(), answers, duration: 5 };
  expect((await call('POST', '/api/results', scan))._id).toBe(scan._id);
  await call('POST', '/api/results', scan);
  await call('POST', '/api/results', { _id: randomUUID(), answers, tags: sealed() });
  for (const query of ['source=history', 'source=history&limit=5', 'source=stats', 'source=stats&limit=1'])
    await call('GET', `/api/results?${query}`);
  await call('POST', '/api/results/startScan', {});
  await call('POST', '/api/usage/opened', { source: 'history' });
  const { note } = await call('POST', '/api/notes', { text: sealed(), categoryId: 'red', scanResultId: scan._id });
  await call('PUT', `/api/notes/${note._id}`, { text: sealed(), categoryId: 'blue' });
  await call('GET', '/api/notes/all');
  await call('GET', '/api/notes/hash?log=true');
  await call('DELETE', `/api/notes/${note._id}`);
  await call('POST', '/api/notes', { _id: note._id, text: sealed(), categoryId: 'red' });
  await call('DELETE', `/api/results/${scan._id}`);
  await call('GET', '/api/profile/export');
  await call('GET', '/api/profile/stored');
  await call('GET', '/api/profile');
  const part = await call('GET', '/api/profile/erasable');
  expect(part).toMatchObject({ scans: 1, notes: 1 });
  for (const name of ['notes', 'scans']) await call('POST', '/api/profile/erase-part', { part: name, before: part.at });
  expect((await t.http('POST', '/api/public/visit', { body: {} })).status).toBe(200);
  expect(sent.size).toBeGreaterThan(40);
  expect(await refused()).toEqual([]);
  expect(await scattered()).toEqual([]);
});

it('of a vault', async () => {
  const person = await t.person('vaulted');
  const { api } = person;
  const { _id: scanId } = await api.results.create({ answers, tags: sealed() });
  const { note } = await api.notes.create({ text: sealed(), categoryId: 'red', scanResultId: scanId });
  await turnVaultOn(person);
  await api.results.create({ answers });
  const [first, second] = [randomUUID(), randomUUID()];
  const fresh = { isMove: false, sealed: envelope(256) };
  await api.vault.put({
    keyVersion: 2,
    scans: [{ ...fresh, _id: first, tags: null }],
    notes: [{ ...fresh, _id: second, scanResultId: first }],
    manifest: manifest(person, 2, 1),
  });
  await api.vault.put({ keyVersion: 2, notes: [{ ...fresh, _id: second, sealed: envelope(256), revision: 1 }] });
  await api.vault.setTags({ _id: first, keyVersion: 2, tags: envelope(256), tagsBefore: null });
  await api.vault.restore({
    keyVersion: 2,
    notes: [{ _id: randomUUID(), sealed: envelope(256), createdAt: '2026-03-04T05:06:07.089Z' }],
  });
  await turnVaultOn(person);
  await api.vault.remove({ notes: [second], scans: [first] });
  await prove(person);
  await api.vault.begin({ to: 'server', keyVersion: 3, slots: [] });
  const shown = [{ _id: randomUUID(), sealed: [envelope()] }];
  await api.vault.removeUnopened({ notes: shown, scans: shown, moods: shown });
  await api.vault.putClear({
    keyVersion: 4,
    scans: [{ _id: scanId, answers, kept: [], moment: 'exact', tags: null, tagsBefore: null }],
    notes: [{ _id: note._id, revision: 1, title: '', text: sealed(), categoryId: 'red' }],
    profile: { firstName: '', lastName: '', dateOfBirth: null, countryOfResidency: '' },
  });
  await api.vault.finish({ keyVersion: 4 });
  await api.vault.anew({ password, word: 'erase' });
  expect(sent.size).toBeGreaterThan(30);
  expect(await refused()).toEqual([]);
  expect(await scattered()).toEqual([]);
});

it('of jobs and commands', async () => {
  const leaver = await t.person('leaver');
  await leaver.api.results.create({ _id: randomUUID(), answers });
  await leaver.api.notes.create({ text: seal(leaver.userKey, 'x'), categoryId: 'red' });
  const run = async () => (await t.services.aggregation.begin({ trigger: 'command' }))?.ended;
  expect(await run()).toBe('done');
  await leaver.api.profile.erase({ password });
  expect(await t.services.erasures.flush()).toBe(1);
  expect(await run()).toBe('done');
  await t.services.activity.flush();
  await t.services.reminderSender.flush();
  await runMaintenance(t.services);
  await rotateKey(t.services.db, t.masterKeys);
  expect(sent.size).toBeGreaterThan(60);
  expect(await refused()).toEqual([]);
});

it('of a backup and a restore', async () => {
  await checkFingerprint(t.db, t.masterKeys);
  const folder = await mkdtemp(join(tmpdir(), 'nuances-citus-'));
  const target = await testDatabase({ migrated: false });
  const [file, ledgerFile] = [join(folder, 'all.backup'), join(folder, 'erased-accounts.log')];
  try {
    for (const [words, url] of [
      [['backup', file], await proxied(t.databaseUrl)],
      [['restore', file], await proxied(target.url)],
      [['restore', file, '--replace'], await proxied(target.url)],
    ] as const)
      expect(await runBackup(t, words, { url, ledgerFile })).toMatchObject({ isDone: true });
  } finally {
    await target.drop();
    await rm(folder, { recursive: true });
  }
  expect(sent.size).toBeGreaterThan(60);
  expect(await refused()).toEqual([]);
});
