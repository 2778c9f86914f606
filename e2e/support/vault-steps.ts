import { expect, type Page } from '@playwright/test';
import type { Persona } from './persona.ts';

const s = {
  next: 'Continuer',
  renew: 'Renouveler',
  password: 'Votre mot de passe',
  confirm: 'Confirmer',
  phrase: 'Phrase secrète',
  current: 'Phrase secrète actuelle',
  open: 'Ouvrir',
  again: 'La même, encore une fois',
  code: 'Votre code de récupération',
  kept: 'C’est gardé',
  back: 'Deux groupes à recopier',
  group: (index: number) => `Groupe ${index}`,
  noKey: 'Sans clé d’accès',
  seal: 'Sceller',
  sealed: 'Tout est scellé',
  done: 'Terminé',
};

/** What opens a vault. */
export interface Opener {
  readonly passphrase: string;
  /** Eight groups. */
  readonly code: readonly string[];
}

/** Gives the password where it is asked for. */
export async function prove(page: Page, { password }: Persona): Promise<void> {
  const proof = page.getByRole('dialog', { name: s.password });
  await proof.locator('input[name=password]').fill(password);
  await proof.getByRole('button', { name: s.confirm }).click();
}

/** Types a new passphrase twice. */
export async function choosePassphrase(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel(s.phrase, { exact: true }).fill(passphrase);
  await page.getByLabel(s.again, { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: s.next }).click();
}

/** Changes the passphrase, up to the answer. */
export async function changePassphrase(page: Page, persona: Persona, current: string, next: string): Promise<void> {
  await page.getByLabel(s.current, { exact: true }).fill(current);
  await page.getByRole('button', { name: s.next }).click();
  await choosePassphrase(page, next);
  await prove(page, persona);
}

/** Opens a closed vault by a passphrase. */
export async function openBy(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel(s.phrase, { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: s.open, exact: true }).click();
}

/** Reads the recovery code, and types two of its groups back. */
export async function keepCode(page: Page): Promise<readonly string[]> {
  await expect(page.getByRole('heading', { name: s.code })).toBeFocused();
  const names = await page.getByRole('main').getByRole('listitem').allTextContents();
  const code = names.map((name) => (/([\dA-Z]) ([\dA-Z]) ([\dA-Z]) ([\dA-Z])$/.exec(name) ?? []).slice(1).join(''));
  expect(code.join('')).toMatch(/^[\dA-HJKMNP-TV-Z]{32}$/);
  await page.getByRole('button', { name: s.kept }).click();
  await expect(page.getByRole('heading', { name: s.back })).toBeFocused();
  for (const [index, letters] of code.entries()) {
    const field = page.getByRole('textbox', { name: s.group(index + 1), exact: true });
    if ((await field.count()) > 0) await field.fill(letters.toLowerCase());
  }
  await page.getByRole('button', { name: s.next }).click();
  return code;
}

/** From the question for the password to the button that seals, without a passkey. @returns the recovery code */
export async function stepsToSeal(page: Page, persona: Persona, passphrase: string): Promise<readonly string[]> {
  await prove(page, persona);
  await choosePassphrase(page, passphrase);
  const code = await keepCode(page);
  await page.getByRole('button', { name: s.noKey }).click();
  return code;
}

/** Renews the key of a vault, up to its sealing. */
export async function renewVault(page: Page, persona: Persona, passphrase: string): Promise<void> {
  await page.goto('/vault/renew');
  await page.getByRole('button', { name: s.renew, exact: true }).click();
  await stepsToSeal(page, persona, passphrase);
  await page.getByRole('button', { name: s.seal }).click();
}

/** Takes a logged-in person through the steps, without a passkey, to the end of the sealing. */
export async function turnVaultOn(page: Page, persona: Persona, passphrase: string): Promise<Opener> {
  await page.getByRole('button', { name: s.next }).click();
  const code = await stepsToSeal(page, persona, passphrase);
  await page.getByRole('button', { name: s.seal }).click();
  await expect(page.getByRole('heading', { name: s.sealed })).toBeVisible();
  await page.getByRole('button', { name: s.done }).click();
  return { passphrase, code };
}

/** A new person with a scan, or more, and a vault, who has just turned it on. */
export async function newVaultOwner(
  page: Page,
  newPersona: () => Promise<Persona>,
  passphrase: string,
  scans = 1,
): Promise<Persona> {
  const persona = await newPersona();
  for (let scan = 0; scan < scans; scan += 1) await persona.saveScan([1, 6, 9, 7, 5, 8, 7]);
  await persona.openInNewSession(page, '/vault/on');
  await turnVaultOn(page, persona, passphrase);
  return persona;
}
