/** Writes src/routeTree.gen.ts, as the build does, for what compiles without a build. */
import { join } from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';

const root = join(import.meta.dirname, '..');
await new Generator({ config: getConfig({}, root), root }).run();
