/** Vaults of tests: what a device sends has the right shape here, and nothing inside. */
import { randomBytes, randomUUID } from 'node:crypto';
import { password, type TestApp } from './test-app.ts';

type Person = TestApp['alice'];

/** An envelope of version 2 around so many bytes. */
export const envelope = (bytes = 128) => `v2.${randomBytes(28 + bytes).toString('base64')}`;

/** An envelope of version 1. */
export const clearEnvelope = () => randomBytes(60).toString('base64');

const salt = () => randomBytes(16).toString('base64').replaceAll('=', '');

/** A slot that nothing opens. */
export const slot = (kind: 'passphrase' | 'recovery' | 'passkey', name = '') => ({
  id: randomUUID(),
  kind,
  parameters: kind === 'passphrase' ? `$argon2id$v=19$m=65536,t=3,p=1$${salt()}` : '',
  wrapped: `w1.${randomBytes(92).toString('base64')}`,
  name,
});

/** What a new vault has. */
export const slots = () => [slot('passphrase'), slot('recovery')];

/** A manifest of a number, signed by nobody. */
export function manifest({ id }: Pick<Person, 'id'>, keyVersion: number, sequence: number): string {
  const rows = `0|0|${'0'.repeat(64)}`;
  return `m1.${randomBytes(32).toString('base64')}.1|${id}|${keyVersion}|${sequence}|notes|${rows}|scans|${rows}`;
}

/** Proves the password, which changes of a vault ask for. */
export const prove = (person: Person) => person.api.security.prove({ password });

/** The code by which a call is refused; null when it is not. */
export const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Begins a move into a vault, or to a new key of it. */
export async function beginVault(person: Person) {
  await prove(person);
  const { keyVersion } = await person.api.vault.state();
  return person.api.vault.begin({ to: 'vault', keyVersion, slots: slots() });
}

/** Moves all that an account has, sealed with nothing. */
export async function sealAll({ api }: Person): Promise<void> {
  const { keyVersion } = await api.vault.state();
  const scans = (await api.results.own()).map(({ _id, tags }) => ({
    ...{ _id, isMove: true, sealed: envelope() },
    ...{ tags: tags === null ? null : envelope(), tagsBefore: tags },
  }));
  const { notes } = await api.notes.all();
  await api.vault.put({
    keyVersion,
    scans,
    notes: notes.map(({ _id, revision }) => ({ _id, isMove: true, sealed: envelope(256), revision })),
    moods: (await api.moods.own()).map(({ _id }) => ({ _id, sealed: envelope(4_096) })),
    profile: { isMove: true, sealed: envelope(16_384) },
  });
}

/** Turns a vault on, with all that the account has. */
export async function turnVaultOn(person: Person) {
  const { keyVersion } = await beginVault(person);
  await sealAll(person);
  const { isFinished, state } = await person.api.vault.finish({ keyVersion });
  if (!isFinished) throw new Error('rows are left');
  return state;
}
