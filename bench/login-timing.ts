/**
 * `npm run bench:login-timing -w @nuances/bench`: whether the duration of a refused login reveals that an account
 * exists. See README.md beside this file.
 */
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, emailOf, signUp, textIn } from './client.ts';
import { auc, median } from './measure.ts';
import { type Product, start, withProduct } from './product.ts';

const rounds = 200;
/** Names of each kind. Every name is tried several times, as an attacker would do. */
const names = 20;
/** Calls of each kind before the measurement. */
const warmUp = 10;
/** Limit for "no better than chance"; chance alone exceeds it in less than 1 of 1000 cases. */
const unseen = { least: 0.4, most: 0.6 };
/** Least result of the control; below it, the measurement could not have found a difference. */
const seen = 0.95;
/** After the sign-ups, mails are still being written, milliseconds. */
const calmMs = 2_000;

const say = (text: string) => process.stderr.write(`${text}\n`);
const wrong = 'Not-this-one-7!';

/** Names of equal length, so that only their accounts differ. */
const known = Array.from({ length: names }, (_, index) => `known_${String(index).padStart(2, '0')}`);
const unknown = known.map((name) => name.replace('known', 'nobdy'));
/** Their addresses have two accounts each, so that a login checks the passwords of both. */
const claimed = known.map((name) => name.replace('known', 'claim'));
const neighbour = 'known_at_home';

const kindNames = [
  'known name',
  'unknown name',
  'known e-mail',
  'unknown e-mail',
  'e-mail of two accounts',
  // With the token of a device that has logged in before: the product counts its failures separately.
  'known name, from its device',
  // Refused because of its length, before any lookup or hash.
  'name of two characters',
] as const;
type Kind = (typeof kindNames)[number];

function nameIn(list: readonly string[], turn: number): string {
  const name = list[turn % names];
  if (name === undefined) throw new Error('a list of names is too short');
  return name;
}

/** The credentials of a login, by turns. */
const kinds: Readonly<Record<Kind, (turn: number) => string>> = {
  'known name': (turn) => nameIn(known, turn),
  'unknown name': (turn) => nameIn(unknown, turn),
  'known e-mail': (turn) => emailOf(nameIn(known, turn)),
  'unknown e-mail': (turn) => emailOf(nameIn(unknown, turn)),
  'e-mail of two accounts': (turn) => emailOf(nameIn(claimed, turn)),
  'known name, from its device': () => neighbour,
  'name of two characters': () => 'ab',
};

interface Line {
  readonly name: string;
  readonly pair: readonly [Kind, Kind];
  readonly aim: 'unseen' | 'seen' | 'none';
}

const lines: readonly Line[] = [
  { name: 'user names', pair: ['known name', 'unknown name'], aim: 'unseen' },
  { name: 'e-mail addresses', pair: ['known e-mail', 'unknown e-mail'], aim: 'unseen' },
  { name: 'addresses claimed twice', pair: ['e-mail of two accounts', 'unknown e-mail'], aim: 'unseen' },
  { name: 'control: refused early', pair: ['unknown name', 'name of two characters'], aim: 'seen' },
  { name: 'to know: from its device', pair: ['known name, from its device', 'unknown name'], aim: 'none' },
];

function shuffled<Item>(items: readonly Item[]): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(Math.floor(Math.random() * left.length), 1));
}

async function measure(product: Product): Promise<ReadonlyMap<Kind, readonly number[]>> {
  // One call at a time, because parallel calls would disturb the measured times.
  const { send, call, newPerson, close } = await start(product, 1);
  for (const name of [...known, ...claimed]) await signUp(call, name);
  for (const name of claimed) await signUp(call, name.replace('claim', 'other'), emailOf(name));
  const { username, password } = await newPerson(neighbour);
  const login = await call('POST', '/api/auth/login', { username, password, deviceTokens: [] });
  const deviceTokens = [textIn(login, 'deviceToken')];
  await sleep(calmMs);

  const attempt = (kind: Kind, turn: number) =>
    send('POST', '/api/auth/login', {
      username: kinds[kind](turn),
      password: wrong,
      ...(kind === 'known name, from its device' ? { deviceTokens } : {}),
    });
  const first: Partial<Record<Kind, Answer>> = {};
  for (let turn = 0; turn < warmUp; turn += 1) for (const kind of kindNames) first[kind] = await attempt(kind, turn);
  const refusal = JSON.stringify(first['unknown name']);
  for (const { pair, aim } of lines)
    if (aim !== 'seen' && pair.some((kind) => JSON.stringify(first[kind]) !== refusal))
      throw new Error(`The answers themselves differ: ${JSON.stringify(first)}`);

  say(`${rounds} rounds of ${kindNames.length} logins…`);
  const times = new Map<Kind, number[]>(kindNames.map((kind) => [kind, []]));
  for (let turn = 0; turn < rounds; turn += 1)
    // A new order each round, so that no kind always follows the same one.
    for (const kind of shuffled(kindNames)) {
      const began = performance.now();
      const { status } = await attempt(kind, turn);
      times.get(kind)?.push(performance.now() - began);
      const expected = first[kind]?.status;
      if (status !== expected) throw new Error(`${kind}: ${status} instead of ${String(expected)}`);
    }
  await close();
  return times;
}

type Verdict = 'unseen' | 'seen' | 'too noisy';

const verdicts: Readonly<Record<Verdict, string>> = {
  unseen: 'Known and unknown cannot be told apart by time.',
  seen: 'Known and unknown CAN be told apart by time.',
  'too noisy': 'Nothing was shown: the machine was too busy to see even the control. Repeat the run.',
};

/** Prints one line per comparison. */
function report(times: ReadonlyMap<Kind, readonly number[]>): Verdict {
  const of = (kind: Kind) => times.get(kind) ?? [];
  const goals = { unseen: `${unseen.least.toFixed(2)}..${unseen.most.toFixed(2)}`, seen: `>= ${seen}`, none: '' };
  let verdict: Verdict = 'unseen';
  for (const { name, pair, aim } of lines) {
    const area = auc(of(pair[0]), of(pair[1]));
    const medians = pair.map((kind) => `${kind} ${median(of(kind)).toFixed(2)} ms`).join(', ');
    process.stdout.write(`${name.padEnd(26)} AUC ${area.toFixed(3)}  ${goals[aim].padEnd(10)}  ${medians}\n`);
    if (aim === 'unseen' && (area < unseen.least || area > unseen.most)) verdict = 'seen';
    if (aim === 'seen' && area < seen && verdict === 'unseen') verdict = 'too noisy';
  }
  return verdict;
}

const began = performance.now();
await withProduct(async (product) => {
  const verdict = report(await measure(product));
  const took = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(
    `\n${verdicts[verdict]}\n${rounds} rounds in random order, one call at a time, AUC of the first against the second; ` +
      `Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1) ?? '?'}, ${took} s in all.\n`,
  );
  process.exitCode = verdict === 'unseen' ? 0 : 1;
});
