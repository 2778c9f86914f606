import { noteCategories } from '@nuances/domain/axes';
import type { CliTexts } from '@nuances/i18n/cli-texts';
import type { OptionName } from './arguments.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { fallbackCategory, momentExample } from './commands/store.ts';
import { manifestCommand } from './commands/verify.ts';
import { shells } from './completion.ts';
import type { CliContext } from './context.ts';
import { exitCodes } from './failure.ts';

type Row = readonly [left: string, right: string];

/** Rows in two columns, the second from one place on. */
function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}

const section = (title: string, rows: readonly Row[]) => `${title}\n${table(rows)}`;

/** How each option is written, and what it is for. */
function optionRows({ option }: CliTexts['cli']): Readonly<Record<Exclude<OptionName, 'version'>, Row>> {
  const categories = noteCategories.join(', ');
  return {
    at: ['--at TIME', option.at({ example: momentExample })],
    tag: ['--tag WORD', option.tag()],
    id: ['--id UUID', option.id()],
    category: ['--category NAME', option.category({ categories, fallback: fallbackCategory })],
    title: ['--title TEXT', option.title()],
    limit: ['--limit N', option.limit()],
    force: ['--force', option.force()],
    to: ['--to FOLDER', option.to()],
    keep: ['--keep N', option.keep()],
    'dry-run': ['--dry-run', option.dryRun()],
    ahead: ['--ahead skip|now', option.ahead()],
    against: ['--against FILE', option.against({ command: manifestCommand })],
    'passphrase-fd': ['--passphrase-fd N', option.passphraseFd()],
    sealed: ['--sealed', option.sealed()],
    'file-passphrase-fd': ['--file-passphrase-fd N', option.filePassphraseFd()],
    forget: ['--forget', option.forget()],
    url: ['--url URL', option.url()],
    json: ['--json', option.json()],
    help: ['--help', option.help()],
  };
}

const usageOf = ({ names, form = '' }: Command) => ['nuances', ...names, form].join(' ').trim();

/** What help says as JSON. */
export const helpJson = ({ texts }: CliContext) => ({
  commands: commands.map((command) => ({
    name: command.names.join(' '),
    usage: usageOf(command),
    about: texts.cli.command[command.about](),
    options: [...(command.options ?? []), 'url', 'json', 'help'].map((name) => `--${name}`),
    example: command.example,
  })),
});

/** What `nuances help COMMAND` shows. */
export function commandHelp({ texts }: CliContext, command: Command): string {
  const { heading, command: about } = texts.cli;
  const rows = optionRows(texts.cli);
  const options = [...(command.options ?? []), 'url', 'json', 'help'] as const;
  return [
    `${heading.usage()}: ${usageOf(command)}\n  ${about[command.about]()}`,
    section(
      heading.options(),
      options.flatMap((name) => (name === 'version' ? [] : [rows[name]])),
    ),
    `${heading.example()}\n  ${command.example}`,
  ].join('\n\n');
}

/** What `nuances help` shows. */
export function helpText({ texts, env }: CliContext, version: string): string {
  const { about, heading, command, environment, status } = texts.cli;
  const parts = [
    section(`${heading.usage()}: nuances`, [
      ...commands.map(({ names, form = '', about: name }): Row => [[...names, form].join(' ').trim(), command[name]()]),
      [`completion ${shells.join('|')}`, command.completion()],
      ['help [COMMAND]', command.help()],
      ['--version', command.version()],
    ]),
    section(heading.options(), Object.values(optionRows(texts.cli))),
    section(heading.environment(), [
      ['NUANCES_URL', environment.url()],
      ['NUANCES_TOKEN', environment.token()],
      ['XDG_CONFIG_HOME', environment.config({ file: env.credentialsFile })],
      ['LANG', environment.lang()],
    ]),
    section(heading.status(), [
      [String(exitCodes.refused), status.refused()],
      [String(exitCodes.usage), status.usage()],
      [String(exitCodes.session), status.session()],
      [String(exitCodes.silent), status.silent()],
    ]),
  ];
  return [`Nuances ${version}. ${about()}`, ...parts].join('\n\n');
}
