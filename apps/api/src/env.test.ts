import { describe, expect, it } from 'vitest';
import { InvalidEnvironment, readEnv, trialSender } from './env.ts';

const key = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1ff';

describe('environment', () => {
  it('has defaults for everything', () => {
    expect(readEnv({})).toMatchObject({
      port: 3_000,
      host: '127.0.0.1',
      rateLimit: 600,
      authRateLimit: 10,
      trustProxy: [],
      logLevel: 'warn',
      appUrl: undefined,
    });
    expect(readEnv({ PORT: '', MASTER_KEY: '' })).toEqual(readEnv({}));
  });

  it('reads what is set', () => {
    expect(
      readEnv({
        PORT: '0',
        APP_URL: 'https://nuances.example/',
        TRUST_PROXY: 'loopback, 10.0.0.0/8,::1',
        RATE_LIMIT: '5',
        LOG_LEVEL: 'debug',
        DATABASE_POOL: '25',
        DRAIN_S: '30',
      }),
    ).toMatchObject({
      port: 0,
      appUrl: 'https://nuances.example',
      trustProxy: ['loopback', '10.0.0.0/8', '::1'],
      rateLimit: 5,
      logLevel: 'debug',
      databasePool: 25,
      drainS: 30,
    });
    expect(readEnv({})).toMatchObject({ databasePool: 10, drainS: 5 });
  });

  it('lists everything that is wrong at once', () => {
    const wrong = {
      PORT: '80a',
      DATABASE_URL: 'mysql://x',
      MASTER_KEY: 'abc',
      APP_URL: 'nuances',
      RATE_LIMIT: '0',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'loud',
      MAIL: 'pigeon',
      DATABASE_POOL: '1',
      DRAIN_S: '-1',
      NODE_ENV: 'prod',
    };
    expect(() => readEnv(wrong)).toThrow(InvalidEnvironment);
    for (const name of Object.keys(wrong)) expect(() => readEnv(wrong)).toThrow(new RegExp(`^  ${name} m`, 'm'));
    expect(() => readEnv({ MASTER_KEY: 'topsecret' })).not.toThrow(/topsecret/);
  });

  it('names the variable of what a library would refuse later', () => {
    for (const TRUST_PROXY of ['0.0.0.0/0', '::/0', '10.0.0.0/8/9', '10.0.0.0/', '10.0.0.0/33'])
      expect(() => readEnv({ TRUST_PROXY })).toThrow('TRUST_PROXY must be');
    for (const password of ['p/w', 'p#w', 'p?w', 'p%zz'])
      expect(() => readEnv({ DATABASE_URL: `postgres://u:${password}@h/d` })).toThrow('%2F');
    expect(readEnv({ DATABASE_URL: 'postgres://u:p%2Fw@h/d', TRUST_PROXY: '10.0.0.0/8,::1/128' })).toBeTruthy();
  });

  it('takes any mode but one that may mean production', () => {
    expect(readEnv({ NODE_ENV: 'staging' })).toMatchObject({ port: 3_000 });
    for (const NODE_ENV of ['prod', 'Production']) expect(() => readEnv({ NODE_ENV })).toThrow('NODE_ENV must be');
  });

  it('reads a time of day, UTC', () => {
    expect(readEnv({})).toMatchObject({ aggregateAt: { hour: 3, minute: 10 } });
    expect(readEnv({ AGGREGATE_AT: '23:59' })).toMatchObject({ aggregateAt: { hour: 23, minute: 59 } });
    for (const AGGREGATE_AT of ['24:00', '3:10', '03:60', '0310', '03:10:00', 'noon'])
      expect(() => readEnv({ AGGREGATE_AT })).toThrow('AGGREGATE_AT must be a time of day');
  });

  it('makes backups with a folder, a time or the archive, and refuses what would make none', () => {
    expect(readEnv({}).backups).toBeNull();
    const at = { hour: 2, minute: 15 };
    expect(readEnv({ BACKUP_DIR: '/safe' }).backups).toMatchObject({ folder: '/safe', at, keep: 14 });
    expect(readEnv({ BACKUP_AT: '04:30', BACKUP_KEEP: '3', DATA_DIR: '/data' }).backups).toMatchObject({
      folder: '/data/backups',
      at: { hour: 4, minute: 30 },
      keep: 3,
    });
    expect(readEnv({ BACKUP_WAL: 'on', BACKUP_KEEP: '3', DATA_DIR: '/data' }).backups).toMatchObject({
      folder: '/data/backups',
      at,
      isContinuous: true,
    });
    expect(readEnv({ BACKUP_WAL: 'off', DATABASE_URL: 'postgres://x' }).backups).toBeNull();
    for (const wrong of [{ BACKUP_KEEP: '3' }, { BACKUP_ENCRYPT_TO: 'age1x' }])
      expect(() => readEnv(wrong)).toThrow(`${Object.keys(wrong).join('')} needs BACKUP_DIR or BACKUP_AT`);
    const backups = { BACKUP_DIR: '/safe', BACKUP_AT: '04:30', BACKUP_WAL: 'on' };
    for (const name of Object.keys(backups))
      expect(() => readEnv({ DATABASE_URL: 'postgres://x', ...backups })).toThrow(`${name} is for the own database`);
  });

  it('serves metrics only with a port or a token', () => {
    expect(readEnv({})).toMatchObject({ metricsPort: undefined, metricsToken: undefined });
    const token = 'sixteen-letters!';
    expect(readEnv({ METRICS_PORT: '9464', METRICS_TOKEN: token })).toMatchObject({
      metricsPort: 9_464,
      metricsToken: token,
    });
    expect(() => readEnv({ METRICS_PORT: '3000' })).toThrow(/METRICS_PORT must be another port than PORT/);
    for (const weak of ['short', 'with a blank in it'])
      expect(() => readEnv({ METRICS_TOKEN: weak })).toThrow(/METRICS_TOKEN must be 16 characters/);
  });

  it('sends traces only where a collector is named', () => {
    expect(readEnv({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeNull();
    const endpoint = 'http://127.0.0.1:4318';
    const named = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
    expect(readEnv(named).tracing).toEqual({
      endpoint,
      protocol: 'http/protobuf',
      serviceName: 'nuances',
      sampler: 'parentbased_always_on',
      ratio: 1,
    });
    expect(
      readEnv({ ...named, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }).tracing,
    ).toMatchObject({ sampler: 'traceidratio', ratio: 0.25 });
    const wrong = {
      OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'jaeger_remote',
      OTEL_TRACES_SAMPLER_ARG: '1.5',
    };
    for (const name of Object.keys(wrong)) expect(() => readEnv(wrong)).toThrow(new RegExp(`^  ${name} m`, 'm'));
  });

  it('requires more in production', () => {
    const base = { NODE_ENV: 'production', DATABASE_URL: 'postgres://a@b/c' };
    expect(() => readEnv(base)).toThrow(/MASTER_KEY is required[\s\S]*RESEND_API_KEY is required/);
    expect(readEnv({ ...base, MASTER_KEY: key, MAIL: 'file' })).toMatchObject({ isProduction: true, logLevel: 'info' });
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(/RESEND_API_KEY is required/);
    expect(readEnv({ NODE_ENV: 'production', MAIL: 'file' })).toMatchObject({ resend: null, pushLoopback: false });
    expect(() => readEnv({ NODE_ENV: 'production', MAIL: 'file', PUSH_LOOPBACK: '1' })).toThrow(
      /refused in production/,
    );
  });

  it('sends through Resend with a key, and into files without one or when told so', () => {
    const key = { RESEND_API_KEY: 're_x' };
    expect(readEnv({}).resend).toBeNull();
    // As login shells set it.
    expect(readEnv({ ...key, MAIL: '/var/mail/ada' }).resend).toEqual(readEnv(key).resend);
    expect(readEnv({ ...key, MAIL: 'file' }).resend).toBeNull();
    expect(readEnv(key).resend).toEqual({ apiKey: 're_x', from: trialSender, baseUrl: undefined });
    const from = 'Nuances <hello@example.org>';
    expect(readEnv({ ...key, MAIL_FROM: from, RESEND_BASE_URL: 'http://127.0.0.1:9/' }).resend).toEqual({
      apiKey: 're_x',
      from,
      baseUrl: 'http://127.0.0.1:9',
    });
    const wrong = { ...key, MAIL_FROM: 'nobody', RESEND_BASE_URL: 'ftp://x' };
    expect(() => readEnv(wrong)).toThrow(/MAIL_FROM must[\s\S]*RESEND_BASE_URL must/);
    expect(() => readEnv({ ...key, MAIL_FROM: 'a@b.fr\r\nBcc: c@d.fr' })).toThrow(/MAIL_FROM must/);
  });
});
