import { writeSharedServer } from './env.ts';
import { findSecrets, storySecrets } from './secrets.ts';
import { Server } from './server.ts';

/** One server for all stories that do not restart it; the workers get its address from the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = new Server('shared');
  await server.start();
  writeSharedServer(server);
  return async () => {
    const found = findSecrets(await server.log(), storySecrets);
    await server.discard();
    if (found.length > 0) throw new Error(`the log of the shared server contains secrets: ${found.join(', ')}`);
  };
}
