import { Server } from './server.ts';

/** One product for all stories that need no restart; the workers learn its address from the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = new Server('shared');
  await server.start();
  process.env['STORY_URL'] = server.url;
  return () => server.discard();
}
