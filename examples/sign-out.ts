/** `npx tsx examples/sign-out.ts`: ends the session, here and on the server. */
import { connect } from './client.ts';

await (await connect()).logout();
console.log('Signed out.');
