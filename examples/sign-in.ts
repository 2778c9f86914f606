/** `npx tsx examples/sign-in.ts NAME`: signs in with a user name or an e-mail address, and keeps the session. */
import { createInterface } from 'node:readline/promises';
import { clientOf } from './client.ts';

const [username] = process.argv.slice(2);
if (username === undefined) throw new Error('Who? npx tsx examples/sign-in.ts NAME');

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return answer;
}

const url = process.env['NUANCES_URL'] ?? 'http://localhost:3000';
const password = process.env['NUANCES_PASSWORD'] ?? (await ask('Password: '));
const { role, language } = await clientOf(url).login({ username, password });
console.log(`Signed in as ${username} (${role}, ${language}).`);
