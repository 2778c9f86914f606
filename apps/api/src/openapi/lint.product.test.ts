/** The document by the rules that the makers of generators and portals recommend. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ruleset, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';
import { openApiDocument } from './document.ts';

type Document = ReturnType<typeof openApiDocument>;

/** What Redocly's `recommended` rules find, errors and warnings. */
async function redocly(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** What the rules `spectral:oas` find, errors, warnings and hints. */
async function spectral(document: object): Promise<string[]> {
  const linter = new Spectral();
  linter.setRuleset(new Ruleset({ extends: [oas] }));
  const found = await linter.run(JSON.stringify(document));
  return found.map(({ code, message, path }) => `${code}: ${message} (${path.join(' ')})`);
}

const document = openApiDocument();
const withoutLicense = ({ info: { license: _license, ...info }, ...rest }: Document) => ({ ...rest, info });
const withoutTags = ({ tags: _tags, ...rest }: Document) => rest;

it('passes the recommended rules of Redocly', async () => {
  expect(await redocly(document)).toEqual([]);
  expect(await redocly(withoutLicense(document)), 'control').toEqual([expect.stringMatching(/^info-license: /)]);
});

it('passes the rules of Spectral for OpenAPI', async () => {
  expect(await spectral(document)).toEqual([]);
  expect(new Set((await spectral(withoutTags(document))).map((line) => line.split(':', 1)[0])), 'control').toEqual(
    new Set(['operation-tag-defined']),
  );
});
