import type { Command } from '../command.ts';
import { contentOf } from '../content.ts';
import type { CliContext } from '../context.ts';
import { CliFailure, exitCodes, type ExitCode } from '../failure.ts';
import { writeKnownVault } from '../known-vaults.ts';
import { moment } from '../lines.ts';

/** Opens the vault and names its eight words, or forgets what this computer knows of it. */
async function vault(context: CliContext): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const client = await context.client();
  if (context.isOn('forget')) {
    const userId = await client.userId();
    if (userId === null) throw new CliFailure('vault-token', exitCodes.refused, failure.vault.token());
    await writeKnownVault(context.env.vaultsFile, client.url, userId, null);
    context.answer(done.vault.forgotten(), { forgotten: true });
    return exitCodes.done;
  }
  const content = await contentOf(context, client);
  if (content.refusal === 'token') throw new CliFailure('vault-token', exitCodes.refused, failure.vault.token());
  if (!content.vault) {
    context.answer(done.vault.none(), { vault: null });
    return exitCodes.done;
  }
  const { keyVersion, fingerprint } = content.vault;
  const { keyMode, since, slots } = await client.api.vault.state.query();
  const ways = slots.map(({ kind }) => kind);
  const sentences = [
    since === null || keyMode === 'moving' ? done.vault.moving() : done.vault.since({ moment: moment(since) }),
    done.vault.words({ words: fingerprint.join(' ') }),
  ];
  context.answer(sentences.join('\n'), { vault: { keyVersion, since, fingerprint, ways } });
  return exitCodes.done;
}

export const vaultCommand: Command = {
  names: ['vault'],
  about: 'vault',
  options: ['passphrase-fd', 'forget'],
  example: 'nuances vault --passphrase-fd 3 3< passphrase.txt',
  run: vault,
};
