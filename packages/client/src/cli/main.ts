import { distance } from 'fastest-levenshtein';

/** More letters that differ are another word, not a slip. */
const slips = 2;

/** The known word that somebody may have meant; undefined when none is near. */
function nearest(word: string, known: readonly string[]): string | undefined {
  const near = known.map((one) => ({ one, away: distance(word.toLowerCase(), one) }));
  const [best] = near.filter(({ one, away }) => away <= slips && away < one.length).toSorted((a, b) => a.away - b.away);
  return best?.one;
}

/** `nuances`: scans, notes and exports from the command line. */
import { cliTexts, type CliTexts } from '@nuances/i18n/cli-texts';
import { ArgumentsInvalid, optionKinds, readArguments, type Arguments } from './arguments.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { completionScript, shells } from './completion.ts';
import { CliContext } from './context.ts';
import { readCliEnv } from './env.ts';
import { type CliFailure, exitCodes, failureOf, type ExitCode, wrong } from './failure.ts';
import { commandHelp, helpJson, helpText } from './help.ts';

/** Set by the build. */
declare const NUANCES_CLIENT_VERSION: string;

const help = 'nuances help';

/** @throws CliFailure */
function argumentsOf(words: readonly string[], { cli }: CliTexts): Arguments {
  try {
    return readArguments(words);
  } catch (error) {
    if (!(error instanceof ArgumentsInvalid)) throw error;
    const { kind, option } = error;
    if (kind === 'password') throw wrong('passwordArgument', cli.failure.passwordArgument());
    if (kind === 'value') throw wrong('value', cli.failure.value({ option }));
    throw unknownOption(option, Object.keys(optionKinds), cli);
  }
}

/** The failure for an option that is not taken, with the one that was meant perhaps. */
function unknownOption(option: string, known: readonly string[], { failure }: CliTexts['cli']): CliFailure {
  const near = nearest(option.replace(/^-+/, ''), known);
  const meant = near === undefined ? '' : ` ${failure.meant({ word: `--${near}` })}`;
  return wrong('option', `${failure.option({ option, help })}${meant}`);
}

/** The command that some words begin with. */
const commandAt = (words: readonly string[]) =>
  commands.find(({ names }) => names.every((name, index) => words[index] === name));

/** The failure for words that name no command, with the one that was meant perhaps. */
function unknownCommand(words: readonly string[], { failure }: CliTexts['cli']): CliFailure {
  const names = [...commands.map((command) => command.names.join(' ')), 'completion', 'help'];
  const near = nearest(words.slice(0, 2).join(' '), names) ?? nearest(words[0] ?? '', names);
  const meant = near === undefined ? '' : ` ${failure.meant({ word: `nuances ${near}` })}`;
  return wrong('command', `${failure.command({ help })}${meant}`);
}

/**
 * The command that some words name, and the words that follow it.
 * @throws CliFailure for none, and for words or options that it does not take
 */
function commandOf(given: Arguments, { cli }: CliTexts): readonly [Command, readonly string[]] {
  const command = commandAt(given.words);
  if (!command) throw unknownCommand(given.words, cli);
  const rest = given.words.slice(command.names.length);
  const [least, most] = command.words ?? [0, 0];
  if (rest.length < least || rest.length > most)
    throw wrong('usage', cli.failure.usage({ help: [help, ...command.names].join(' ') }));
  const taken: readonly string[] = ['url', 'json', ...(command.options ?? [])];
  const other = [...given.values.keys(), ...given.switches].find((option) => !taken.includes(option));
  if (other !== undefined) throw unknownOption(`--${other}`, taken, cli);
  return [command, rest];
}

/**
 * Help, the version or a completion, if that is asked for: none of them calls the product.
 * @returns whether it was
 */
function answered(context: CliContext, { words, switches }: Arguments): boolean {
  const { cli } = context.texts;
  if (switches.has('version')) {
    context.answer(NUANCES_CLIENT_VERSION, { version: NUANCES_CLIENT_VERSION });
    return true;
  }
  const asked = words[0] === 'help' ? words.slice(1) : words;
  if (switches.has('help') || words[0] === 'help') {
    const command = commandAt(asked);
    if (!command && asked.length > 0 && asked[0] !== 'completion') throw unknownCommand(asked, cli);
    const text = command ? commandHelp(context, command) : helpText(context, NUANCES_CLIENT_VERSION);
    context.answer(text, helpJson(context));
    return true;
  }
  if (words[0] !== 'completion') return false;
  const shell = shells.find((one) => one === words[1]);
  if (!shell || words.length > 2) throw wrong('usage', cli.failure.shell({ shells: shells.join(', ') }));
  const script = completionScript(shell);
  context.answer(script.trimEnd(), { shell, script });
  return true;
}

/** Says why a command failed. */
function tell(thrown: unknown, words: readonly string[], texts: CliTexts, url: string): ExitCode {
  const { code, message, fields, exitCode } = failureOf(thrown, texts, url);
  const line = words.includes('--json') ? JSON.stringify({ error: { code, message, fields } }) : message;
  process.stderr.write(`${line}\n`);
  return exitCode;
}

async function run(words: readonly string[]): Promise<ExitCode> {
  const env = readCliEnv();
  const texts = cliTexts(env.locale);
  // Named in failures before the address is known: none of them is about a server then.
  let url = env.url ?? '';
  try {
    const given = argumentsOf(words, texts);
    const context = new CliContext(env, texts, given);
    if (answered(context, given)) return exitCodes.done;
    const [command, rest] = commandOf(given, texts);
    url = await context.address();
    return await command.run(context, rest);
  } catch (thrown) {
    return tell(thrown, words, texts, url);
  }
}

const words = process.argv.slice(2);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads this may have seen enough: `nuances list | head`. A full disk has not.
  process.exit(error.code === 'EPIPE' ? exitCodes.done : tell(error, words, cliTexts(readCliEnv().locale), ''));
});
process.exitCode = await run(words);
