/** The fields of the answers about the access to the account, whose copies this device keeps. */
import type { RouterOutputs } from '../api/router-types.ts';

/** The kind of a value in JSON. */
type KindOf<Value> = null extends Value
  ? `nullable ${KindOf<NonNullable<Value>>}`
  : [Value] extends [string]
    ? 'string'
    : [Value] extends [number]
      ? 'number'
      : [Value] extends [boolean]
        ? 'boolean'
        : 'object';

/** Every field of an answer with its kind: one that is added or changed there does not compile until it is here. */
type Fields<Row> = { readonly [Name in keyof Row]-?: KindOf<Row[Name]> };

interface Access {
  readonly sessions: Fields<RouterOutputs['profile']['sessions'][number]>;
  readonly passkeys: Fields<RouterOutputs['security']['passkeys']['passkeys'][number]>;
  readonly codes: Fields<NonNullable<RouterOutputs['security']['codes']['codes']>>;
  readonly tokens: Fields<RouterOutputs['tokens']['list'][number]>;
}

const access: Access = {
  sessions: {
    id: 'string',
    current: 'boolean',
    userAgent: 'nullable string',
    createdAt: 'string',
    lastSeenAt: 'string',
  },
  passkeys: {
    id: 'string',
    credentialId: 'string',
    name: 'string',
    createdAt: 'string',
    lastUsedAt: 'nullable string',
  },
  codes: { since: 'string', backupCodesLeft: 'number' },
  tokens: {
    id: 'string',
    name: 'string',
    scope: 'string',
    createdAt: 'string',
    lastUsedAt: 'nullable string',
    expiresAt: 'string',
  },
};

/** A mark of these answers, as `deviceShape` makes one of things. None of them has a token, a code or a key in it. */
export const accessShape = JSON.stringify(access);
