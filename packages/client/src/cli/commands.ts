import type { Command } from './command.ts';
import { adminCommands } from './commands/admin.ts';
import { exportCommand } from './commands/export.ts';
import { readCommands } from './commands/read.ts';
import { restoreCommand } from './commands/restore.ts';
import { logoutCommand, sessionCommands } from './commands/session.ts';
import { storeCommands } from './commands/store.ts';
import { vaultCommand } from './commands/vault.ts';
import { verifyCommand } from './commands/verify.ts';

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [
  ...sessionCommands,
  ...storeCommands,
  ...readCommands,
  exportCommand,
  restoreCommand,
  vaultCommand,
  verifyCommand,
  ...adminCommands,
  logoutCommand,
];
