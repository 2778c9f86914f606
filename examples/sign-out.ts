/** `npx tsx examples/sign-out.ts`: ends the session, here and on the server. */
import { signOut } from './client.ts';

await signOut();
console.log('Signed out.');
