import { AppError } from '@nuances/domain/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rejectDuplicateKeys, rejectUnsafeInput } from './input-guard.ts';

/** The fields that an error names; null without an error, "all" when it names no field. */
function refused(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'badRequest') throw error;
    return Object.keys(error.fields ?? {})[0] ?? 'all';
  }
}
const unsafe = (input: unknown) => refused(() => rejectUnsafeInput(input));
const repeated = (json: string) => refused(() => rejectDuplicateKeys(json, JSON.parse(json)));

describe('unsafe input', () => {
  it.each([
    ['NUL', 'a\0b'],
    ['a lone high surrogate', '\uD800'],
    ['a lone low surrogate', 'a\uDC00b'],
    ...Array.from('\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069', (mark) => [
      `the mark U+${mark.charCodeAt(0).toString(16).toUpperCase()}`,
      `a${mark}b`,
    ]),
  ])('%s is told at its field', (_what, text = '') => {
    expect(unsafe(text)).toBe('all');
    expect(unsafe({ sound: 'x', passion: text })).toBe('passion');
    expect(unsafe({ passion: [{ deeper: text }] })).toBe('passion');
    expect(unsafe([{ in: text }])).toBe('in');
    expect(unsafe({ [text]: 1 })).toBe('all');
    expect(unsafe({ outer: { [text]: 1 } })).toBe('outer');
  });

  it.each([
    'שלום',
    'مرحبا\u200F، 12\u200E',
    '\u061Cنص',
    '👩\u200D💻',
    'Zoë O’Hara\u00A0: « oui »',
    '\uFEFFmark',
    'tab\tand\r\nline',
    '\u{1F600}',
    '',
  ])('%j is sound', (text) => {
    expect(unsafe({ passion: text })).toBeNull();
  });

  it('rejects keys for prototype pollution, at any depth', () => {
    for (const key of ['__proto__', 'constructor'])
      for (const json of [`{"${key}":1}`, `{"a":{"${key}":{"b":1}}}`, `[[{"${key}":null}]]`])
        expect(unsafe(JSON.parse(json)), json).not.toBeNull();
    expect(unsafe({ prototype: 1, toString: 1, hasOwnProperty: 1 })).toBeNull();
  });

  it('rejects very deep nesting quickly and without recursion', () => {
    const nested = (depth: number): unknown => JSON.parse(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`);
    expect(unsafe(nested(15))).toBeNull();
    expect(unsafe(nested(20))).not.toBeNull();
    expect(unsafe(JSON.parse(`${'['.repeat(120_000)}${']'.repeat(120_000)}`))).toBe('all');
  });

  it('accepts undefined and null', () => {
    for (const input of [undefined, null, 1, true, {}, []]) expect(unsafe(input)).toBeNull();
  });
});

describe('duplicate keys', () => {
  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":2,"a":null}',
    '{"a":{"b":1,"b":2}}',
    '[{"a":1,"a":2}]',
    '{"":1,"":2}',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"1":1,"1":2}',
  ])('%s is refused', (json) => {
    expect(repeated(json)).toBe('all');
  });

  it.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"x:y","b":":","c:d":"\\":\\\\","e\\"":1}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":"\\\\"}',
    ' { "a" : 1 , "b" : [ ] } ',
    '":"',
    '1',
    'null',
    '[]',
    '{}',
  ])('%s is not', (json) => {
    expect(repeated(json)).toBeNull();
  });

  it('are found in any JSON text, without false positives', () => {
    const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }), { minKeys: 1 });
    fc.assert(
      fc.property(object, fc.jsonValue({ stringUnit: 'binary' }), fc.nat({ max: 3 }), (value, more, indent) => {
        expect(repeated(JSON.stringify([value, more], null, indent))).toBeNull();
        const [key = ''] = Object.keys(value);
        const json = JSON.stringify(value, null, indent).replace(
          '{',
          () => `{${JSON.stringify(key)}:${JSON.stringify(more)},`,
        );
        expect(repeated(JSON.stringify([more], null, indent).replace('[', () => `[${json},`))).toBe('all');
      }),
    );
  });
});
