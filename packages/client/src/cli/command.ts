import type { CliTexts } from '@nuances/i18n/cli-texts';
import type { OptionName } from './arguments.ts';
import type { CliContext } from './context.ts';
import type { ExitCode } from './failure.ts';

/** A command: what it takes, and what it does. */
export interface Command {
  readonly names: readonly string[];
  /** What may follow them, as help shows it. */
  readonly form?: string;
  readonly about: Exclude<keyof CliTexts['cli']['command'], 'completion' | 'help' | 'version'>;
  /** Options besides --url, --json and --help. */
  readonly options?: readonly OptionName[];
  /** How many words may follow; none by default. */
  readonly words?: readonly [least: number, most: number];
  /** A whole command line. */
  readonly example: string;
  readonly run: (context: CliContext, words: readonly string[]) => Promise<ExitCode>;
}
