import { localeFromTag, type Locale } from '@nuances/domain/locales';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What the command line reads from its environment. */
export interface CliEnv {
  readonly locale: Locale;
  /** Address of the product; undefined when it is not set. */
  readonly url: string | undefined;
  /** A script token; undefined without one. */
  readonly token: string | undefined;
  /** The file with the session. */
  readonly credentialsFile: string;
  /** The file with what is remembered of vaults. */
  readonly vaultsFile: string;
}

const set = (value: string | undefined) => (value === undefined || value === '' ? undefined : value);

/** The folder of the XDG base directories for configuration, which ignores relative paths; on Windows APPDATA. */
function configFolder(env: NodeJS.ProcessEnv): string {
  const named = set(process.platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME']);
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), '.config');
}

/** Reads the environment once. */
export function readCliEnv(): CliEnv {
  const { env } = process;
  const language = set(env['LC_ALL']) ?? set(env['LC_MESSAGES']) ?? set(env['LANG']);
  return {
    // `fr_CA.UTF-8` of the system is `fr-CA` on the web.
    locale: localeFromTag(language?.replace(/[_.@].*$/, '')),
    url: set(env['NUANCES_URL']),
    token: set(env['NUANCES_TOKEN']),
    credentialsFile: join(configFolder(env), 'nuances', 'credentials.json'),
    vaultsFile: join(configFolder(env), 'nuances', 'vaults.json'),
  };
}
