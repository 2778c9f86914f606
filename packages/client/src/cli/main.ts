/** `nuances`: scans, notes and exports from the command line. */
import { cliTexts, type CliTexts } from '@nuances/i18n/cli-texts';
import { ArgumentsInvalid, readArguments, type Arguments } from './arguments.ts';
import { commands, type Command } from './commands.ts';
import { CliContext } from './context.ts';
import { readCliEnv } from './env.ts';
import { CliFailure, exitCodes, failureOf, type ExitCode } from './failure.ts';
import { helpText } from './help.ts';

/** Set by the build. */
declare const NUANCES_CLIENT_VERSION: string;

const help = 'nuances help';
const wrong = (code: string, message: string) => new CliFailure(code, exitCodes.usage, message);

/** @throws CliFailure */
function argumentsOf(words: readonly string[], { cli }: CliTexts): Arguments {
  try {
    return readArguments(words);
  } catch (error) {
    if (!(error instanceof ArgumentsInvalid)) throw error;
    const { kind, option } = error;
    if (kind === 'password') throw wrong('passwordArgument', cli.failure.passwordArgument());
    if (kind === 'value') throw wrong('value', cli.failure.value({ option }));
    throw wrong('option', cli.failure.option({ option, help }));
  }
}

/**
 * The command that some words name, and the words that follow it.
 * @throws CliFailure for none, and for words or options that it does not take
 */
function commandOf(given: Arguments, { cli }: CliTexts): readonly [Command, readonly string[]] {
  const command = commands.find(({ names }) => names.every((name, index) => given.words[index] === name));
  if (!command) throw wrong('command', cli.failure.command({ help }));
  const rest = given.words.slice(command.names.length);
  const [least, most] = command.words;
  if (rest.length < least || rest.length > most) throw wrong('usage', cli.failure.usage({ help }));
  const taken: readonly string[] = ['url', 'json', ...command.options];
  const other = [...given.values.keys(), ...given.switches].find((option) => !taken.includes(option));
  if (other !== undefined) throw wrong('option', cli.failure.option({ option: `--${other}`, help }));
  return [command, rest];
}

async function run(words: readonly string[]): Promise<ExitCode> {
  const env = readCliEnv();
  const texts = cliTexts(env.locale);
  // Named in failures before the address is known: none of them is about a server then.
  let url = env.url ?? '';
  try {
    const given = argumentsOf(words, texts);
    const context = new CliContext(env, texts, given);
    if (given.switches.has('version')) {
      context.answer(NUANCES_CLIENT_VERSION, { version: NUANCES_CLIENT_VERSION });
      return exitCodes.done;
    }
    if (given.switches.has('help') || given.words[0] === 'help') {
      process.stdout.write(`${helpText(context, NUANCES_CLIENT_VERSION)}\n`);
      return exitCodes.done;
    }
    const [command, rest] = commandOf(given, texts);
    url = await context.address();
    return await command.run(context, rest);
  } catch (thrown) {
    const { code, message, fields, exitCode } = failureOf(thrown, texts, url);
    const line = words.includes('--json') ? JSON.stringify({ error: { code, message, fields } }) : message;
    process.stderr.write(`${line}\n`);
    return exitCode;
  }
}

process.exitCode = await run(process.argv.slice(2));
