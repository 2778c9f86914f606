import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { storeNote } from '../support/notes.ts';
import { openCanary, payloadsFor } from '../support/payloads.ts';
import type { Persona } from '../support/persona.ts';
import { waitUntilReady } from '../support/page.ts';

/** The text fields of the profile without a character rule. */
const profileTexts = ['passion', 'mission', 'vocation', 'profession', 'birthPlace'] as const;

const profile = { firstName: 'Léa', lastName: 'Martin', dateOfBirth: '1990-04-01', countryOfResidency: 'France' };

async function statusOf(baseURL: string | undefined, method: string, path: string, body: object, token?: string) {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return (await fetch(`${baseURL}${path}`, { method, headers, body: JSON.stringify(body) })).status;
}

/** Elements of the page that came from a text. */
async function planted(page: Page): Promise<number> {
  return page.locator('[data-planted], iframe, object, embed, base, [href^="javascript:"]').count();
}

/** Readable notes on the screen so far, found by scrolling, because only the visible ones are in the document. */
async function readAll(page: Page, texts: readonly string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  await page.getByRole('article').first().hover();
  await expect(async () => {
    await page.mouse.wheel(0, 500);
    expect(await planted(page)).toBe(0);
    const shown = (await page.getByRole('article').allTextContents()).join('\n');
    for (const text of texts) if (shown.includes(text)) seen.add(text);
    expect(seen.size).toBe(texts.length);
  }).toPass({ intervals: [30], timeout: 30_000 });
  return seen;
}

test.describe('a text that contains a script', () => {
  test('stays text in notes, in the profile and in names', async ({ page, newPersona, baseURL }) => {
    test.slow();
    const canary = await openCanary();
    try {
      const payloads = payloadsFor(canary.url);
      expect(payloads).toHaveLength(50);
      const persona: Persona = await newPersona();
      const { shortToken } = await persona.tokens();

      // Names accept letters only, so none of these is ever stored as one.
      for (const username of payloads)
        expect(
          await statusOf(baseURL, 'POST', '/api/auth/signup', {
            username,
            email: 'p@example.org',
            password: 'Nuit&Jour7',
          }),
        ).toBe(400);
      for (const [index, text] of payloads.entries()) {
        const field = index % 2 ? 'firstName' : 'lastName';
        const body = { ...profile, email: persona.email, [field]: text };
        expect(await statusOf(baseURL, 'PUT', '/api/profile', body, shortToken)).toBe(400);
      }

      for (const [index, text] of payloads.entries())
        await storeNote(persona, { title: text, text: `${text}\n${index}`, categoryId: 'red' });
      await persona.openInNewSession(page, '/note');
      await waitUntilReady(page);
      await readAll(page, payloads);

      // Ten visits, so that each text is in a field once and each field shows ten of them; countries are short.
      for (let visit = 0; visit < 10; visit += 1) {
        const texts = payloads.slice(visit * 5, visit * 5 + 5);
        const body: Record<string, string> = { ...profile, email: persona.email };
        for (const [index, field] of profileTexts.entries()) body[field] = texts[index] ?? '';
        body['countryOfResidency'] = texts.find((text) => text.length <= 60) ?? 'France';
        expect(await statusOf(baseURL, 'PUT', '/api/profile', body, shortToken)).toBe(200);
        await page.goto('/profile');
        await expect(async () => {
          const values = await page
            .getByRole('main')
            .locator('input, textarea')
            .evaluateAll((all) => all.map((one) => (one as HTMLInputElement | HTMLTextAreaElement).value));
          expect(values).toEqual(expect.arrayContaining(texts));
        }).toPass({ timeout: 8_000 });
        expect(await planted(page)).toBe(0);
      }
      expect(canary.asked).toEqual([]);
      // Dialogs, requests elsewhere and everything that the page's policy had to stop: `pageErrors` fails for them.
    } finally {
      canary.close();
    }
  });

  test('control: text that is parsed as markup is blocked by the browser and reported @journey', async ({
    page,
    newPersona,
    pageErrors,
  }) => {
    await (await newPersona()).openInNewSession(page, '/profile');
    await waitUntilReady(page);
    const refused = await page.evaluate(() => {
      const names: string[] = [];
      const attempt = (write: () => void) => {
        try {
          write();
        } catch (error) {
          names.push(error instanceof Error ? error.name : 'unknown');
        }
      };
      attempt(() => (document.createElement('div').innerHTML = '<b>x</b>'));
      attempt(() => (document.createElement('script').src = '/assets/x.js'));
      attempt(() => new DOMParser().parseFromString('<b>x</b>', 'text/html'));
      attempt(() => new Worker('/sw.js'));
      return names;
    });
    expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
    const violations = () =>
      pageErrors.found.filter((line) => line.startsWith('CSP violation: require-trusted-types-for'));
    await expect.poll(() => violations().length).toBe(4);
    pageErrors.take();
  });

  test('control: parsed as markup, the texts trigger every alarm', async ({ page, newPersona, pageErrors }) => {
    const canary = await openCanary();
    try {
      const payloads = payloadsFor(canary.url);
      const write = (texts: readonly string[]) => {
        for (const text of texts) {
          const place = document.createElement('div');
          document.body.append(place);
          place.innerHTML = text;
        }
      };
      // In the product, without Trusted Types: the elements are found, and what the rest of the policy blocks is
      // reported.
      await page.route('**/profile', async (route) => {
        const response = await route.fetch();
        const headers = response.headers();
        const policy = headers['content-security-policy'] ?? '';
        headers['content-security-policy'] = policy.replace(/; require-trusted-types-for .*$/, '');
        await route.fulfill({ response, headers });
      });
      await (await newPersona()).openInNewSession(page, '/profile');
      await waitUntilReady(page);
      await page.evaluate(
        write,
        payloads.filter((text) => !/<(?:meta|base|form)/.test(text)),
      );
      await expect.poll(() => planted(page)).toBeGreaterThan(30);
      await expect
        .poll(() => pageErrors.found.filter((line) => line.startsWith('CSP violation')).length)
        .toBeGreaterThan(5);
      expect(canary.asked).toEqual([]); // The policy alone would have blocked the canary.
      pageErrors.take();

      // Without the policy, on a page of the canary itself: the canary and the dialogs.
      await page.goto(`${canary.url}/unsafe`);
      // Text by text and without waiting, because a dialog blocks its caller.
      for (const text of payloads) void page.evaluate(write, [text]).catch(() => undefined);
      await expect.poll(() => new Set(canary.asked).size).toBeGreaterThan(10);
      await expect
        .poll(() => pageErrors.found.filter((line) => line.startsWith('browser dialog')).length)
        .toBeGreaterThan(0);
      expect(pageErrors.found.some((line) => line.startsWith(`foreign request: ${canary.url}`))).toBe(true);
      // Later errors of this page are expected; closing it here could hang on a dialog.
      pageErrors.expect(/./);
      pageErrors.take();
    } finally {
      canary.close();
    }
  });
});
