import { parseArgs } from 'node:util';

/** Every option: with a value, more than once, or a switch. */
export const optionKinds = {
  url: 'value',
  json: 'switch',
  at: 'value',
  id: 'value',
  tag: 'values',
  category: 'value',
  title: 'value',
  limit: 'value',
  force: 'switch',
  to: 'value',
  keep: 'value',
  'dry-run': 'switch',
  ahead: 'value',
  against: 'value',
  'passphrase-fd': 'value',
  sealed: 'switch',
  'file-passphrase-fd': 'value',
  forget: 'switch',
  help: 'switch',
  version: 'switch',
} as const;
export type OptionName = keyof typeof optionKinds;

/** A command line, read. */
export interface Arguments {
  readonly words: readonly string[];
  readonly values: ReadonlyMap<OptionName, readonly string[]>;
  readonly switches: ReadonlySet<OptionName>;
}

/** Why a command line could not be read. */
export class ArgumentsInvalid extends Error {
  override readonly name = 'ArgumentsInvalid';
  readonly kind: 'option' | 'value' | 'password';
  /** As it was written. */
  readonly option: string;

  constructor(kind: ArgumentsInvalid['kind'], option: string) {
    super(`${kind}: ${option}`);
    this.kind = kind;
    this.option = option;
  }
}

const isOption = (name: string): name is OptionName => Object.hasOwn(optionKinds, name);

/** @throws ArgumentsInvalid for an option that nobody knows or that lacks its value */
export function readArguments(args: readonly string[]): Arguments {
  const options = Object.fromEntries(
    Object.entries(optionKinds).map(([name, kind]) => [
      name,
      { type: kind === 'switch' ? ('boolean' as const) : ('string' as const), multiple: kind === 'values' },
    ]),
  );
  const { tokens } = parseArgs({
    args: args.map((word) => (word === '-h' ? '--help' : word)),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const values = new Map<OptionName, string[]>();
  const switches = new Set<OptionName>();
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, inlineValue } = token;
    // What begins with a hyphen is the next option; as a value it is written --title=-.
    const value = inlineValue === false && token.value.startsWith('-') ? undefined : token.value;
    if (/^(?:p(?:ass(?:word|phrase)?)?|recovery(?:-code)?)$/i.test(name))
      throw new ArgumentsInvalid('password', rawName);
    if (!isOption(name)) throw new ArgumentsInvalid('option', rawName);
    if (optionKinds[name] === 'switch') switches.add(name);
    else if (value === undefined || value === '') throw new ArgumentsInvalid('value', rawName);
    else values.set(name, [...(values.get(name) ?? []), value]);
  }
  return { words, values, switches };
}
