import { noteCategories } from '@nuances/domain/axes';
import { commands, fallbackCategory } from './commands.ts';
import type { CliContext } from './context.ts';
import { exitCodes } from './failure.ts';

type Row = readonly [left: string, right: string];

/** Rows in two columns, the second from one place on. */
function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}

/** What `nuances help` shows. */
export function helpText({ texts, env }: CliContext, version: string): string {
  const { about, heading, command, option, environment, status } = texts.cli;
  const categories = noteCategories.join(', ');
  const rows: readonly (readonly [string, readonly Row[]])[] = [
    [
      `${heading.usage()}: nuances`,
      [
        ...commands.map(({ names, form, about: name }): Row => [[...names, form].join(' ').trim(), command[name]()]),
        ['help', command.help()],
        ['--version', command.version()],
      ],
    ],
    [
      heading.options(),
      [
        ['--url URL', option.url()],
        ['--json', option.json()],
        ['--at TIME', option.at({ example: '2026-11-02T08:15:00Z' })],
        ['--tag WORD', option.tag()],
        ['--id UUID', option.id()],
        ['--category NAME', option.category({ categories, fallback: fallbackCategory })],
        ['--title TEXT', option.title()],
        ['--force', option.force()],
      ],
    ],
    [
      heading.environment(),
      [
        ['NUANCES_URL', environment.url()],
        ['NUANCES_TOKEN', environment.token()],
        ['XDG_CONFIG_HOME', environment.config({ file: env.credentialsFile })],
        ['LANG', environment.lang()],
      ],
    ],
    [
      heading.status(),
      [
        [String(exitCodes.refused), status.refused()],
        [String(exitCodes.usage), status.usage()],
        [String(exitCodes.session), status.session()],
        [String(exitCodes.silent), status.silent()],
      ],
    ],
  ];
  const parts = rows.map(([title, lines]) => `${title}\n${table(lines)}`);
  return [`Nuances ${version}. ${about()}`, ...parts].join('\n\n');
}
