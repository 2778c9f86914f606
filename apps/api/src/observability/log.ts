/** What the server's logger takes, as far as it is used; pino fits. Who logs names the levels: `Pick<Log, 'warn'>`. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
