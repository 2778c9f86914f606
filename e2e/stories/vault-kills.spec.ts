/** The page of a device ends at each step of a move of a vault; the next page goes on, and everything is as it was. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { storedNotes, storeNote } from '../support/notes.ts';
import { Persona } from '../support/persona.ts';
import { stepsToSeal } from '../support/vault-steps.ts';
import { passphrase } from '../support/vault-day.ts';

const answers = [1, 6, 9, 7, 5, 8, 7];
const text = 'À la mer, très tôt 🌼';

interface State {
  readonly keyMode: string;
  readonly keyVersion: number;
}

async function stateOf(persona: Persona): Promise<State> {
  const { shortToken } = await persona.tokens();
  const answer = await persona.call('GET', '/trpc/vault.state', undefined, shortToken);
  return (answer as { readonly result: { readonly data: State } }).result.data;
}

/** The steps of the screens up to the button that begins. */
const ways = {
  async on(page: Page, persona: Persona) {
    await page.goto('/vault/on');
    await page.getByRole('button', { name: 'Continuer' }).click();
    await stepsToSeal(page, persona, passphrase);
    return page.getByRole('button', { name: 'Sceller' });
  },
  async renewed(page: Page, persona: Persona) {
    // Where the row is once the server has said that the move before it is over.
    await page.goto('/profile/security/vault');
    await page.getByRole('link', { name: 'Renouveler la clé' }).click();
    await page.getByRole('button', { name: 'Renouveler', exact: true }).click();
    await stepsToSeal(page, persona, passphrase);
    return page.getByRole('button', { name: 'Sceller' });
  },
  async off(page: Page) {
    await page.goto('/profile/security/vault');
    await page.getByRole('button', { name: 'Désactiver le coffre' }).click();
    return page.getByRole('alertdialog').getByRole('button', { name: 'Désactiver', exact: true });
  },
};

/** Makes a move whose page ends at a step, and goes on in the next page. @returns that page */
async function move(
  context: BrowserContext,
  persona: Persona,
  way: keyof typeof ways,
  fault: { readonly step: string; readonly when: 'before' | 'after' },
): Promise<Page> {
  const { keyVersion } = await stateOf(persona);
  const isEnded = async () => {
    const state = await stateOf(persona);
    return {
      ...state,
      isEnded: state.keyMode === (way === 'off' ? 'server' : 'vault') && state.keyVersion > keyVersion,
    };
  };
  const page = await context.newPage();
  const ended = new Promise<void>((resolve) => {
    void page.route(
      ({ pathname }) => pathname === `/trpc/vault.${fault.step === 'put' && way === 'off' ? 'putClear' : fault.step}`,
      async (route) => {
        if (fault.when === 'after') await route.fetch();
        // Chromium sends a call that is held here when its page closes.
        else await route.abort();
        await page.close();
        resolve();
      },
      { times: 1 },
    );
  });
  const begin = await ways[way](page, persona);
  await begin.click();
  await ended;
  const next = await context.newPage();
  await next.goto('/history');
  await expect(next.getByRole('article')).toHaveCount(1);
  // It had not begun: the person tries again.
  if ((await stateOf(persona)).keyVersion === keyVersion) await (await ways[way](next, persona)).click();
  await expect.poll(isEnded, { timeout: 60_000 }).toMatchObject({ isEnded: true, keyVersion: keyVersion + 1 });
  await next.goto('/note');
  await expect(next.getByText(text)).toBeVisible();
  await expect(next.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  return next;
}

for (const step of ['begin', 'put', 'finish'])
  for (const when of ['before', 'after'] as const)
    test(`a page that ends ${when} ${step} loses nothing: on, renewed, off`, async ({
      page,
      context,
      origin,
      pageErrors,
      newPersona,
    }) => {
      test.setTimeout(240_000);
      pageErrors.allowFailedRequests();
      const persona = await newPersona();
      await persona.saveScan(answers);
      await storeNote(persona, { title: 'Sable', text, categoryId: 'blue' });
      const before = [await persona.scans(), await storedNotes(persona)];
      await persona.openInNewSession(page, '/help');
      for (const way of ['on', 'renewed', 'off'] as const)
        await (await move(context, persona, way, { step, when })).close();
      const again = Persona.of(origin, 'fr', persona.username, persona.password);
      // Afterwards rows also name their key.
      expect([await again.scans(), await storedNotes(again)]).toMatchObject(before);
    });
