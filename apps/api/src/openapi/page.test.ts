import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './document.ts';
import { isRequest } from './operation.ts';
import { createPage } from './page.ts';

const page = createPage({ display: '/assets/display.woff2', text: '/assets/text.woff2' });
const html = page.html(null);
const document = openApiDocument();

const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, inner]) => inner ?? '');

describe('the page for readers', () => {
  it('has no script and loads no resources', () => {
    // An example of a value is text and loads nothing.
    expect(html.replaceAll(/https:\/\/(?:push|nuances)\.example/g, '')).not.toMatch(
      /<script|<link|<img|<iframe|\son\w+=|style=|javascript:|https?:\/\//i,
    );
    const [style = ''] = all(/<style>([\s\S]*?)<\/style>/g);
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(all(/url\('([^']*)'\)/g)).toEqual(['/assets/display.woff2', '/assets/text.woff2']);
    expect(createPage(null).html(null)).not.toContain('@font-face');
  });

  it('is one page, in one language, with a title and a heading', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toMatch(/<title>Nuances API [\d.]+<\/title>/);
    expect(all(/<h1>(.*?)<\/h1>/g)).toEqual(['Nuances API']);
    expect(page.html('night')).toContain('<html lang="en" data-theme="night">');
  });

  it('has no dead link', () => {
    const ids = all(/\sid="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = new Set(all(/href="#([^"]+)"/g));
    expect([...targets].filter((target) => !ids.includes(target))).toEqual([]);
    expect([...new Set(all(/href="([^#"][^"]*)"/g))].toSorted()).toEqual(['/', '/api/openapi.json']);
  });

  it('has every operation with its fields and failures', () => {
    const text = html.replaceAll('<wbr>', '');
    for (const [path, methods] of Object.entries(document.paths)) {
      expect(text).toContain(`<code>${path}</code>`);
      for (const { operationId, responses } of Object.values(methods)) {
        const section = text.slice(text.indexOf(`id="${operationId}"`)).split('</section>', 1)[0] ?? '';
        for (const status of Object.keys(responses)) expect(section, operationId).toContain(status);
        for (const sample of ['curl', 'TypeScript'])
          expect(section, operationId).toContain(`<summary>${sample}</summary>`);
        const [index = ''] = text.split('</nav>', 1);
        expect(index, operationId).toContain(`href="#${operationId}"`);
      }
    }
    for (const name of Object.keys(document.components.schemas).filter((each) => !isRequest(each)))
      expect(text).toContain(`id="${name}"`);
    for (const code of ['usernameTaken', 'scanExists', 'noteNotSealed']) expect(text).toContain(`<code>${code}</code>`);
  });

  it('shows markup of a description as text', () => {
    expect(html).not.toMatch(/&amp;(?:lt|gt|quot|amp);/);
    expect(html).toContain('@$!%*?&amp;');
  });
});
