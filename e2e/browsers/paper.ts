import { expect } from '@playwright/test';
import {
  edgesOfDates,
  expectAllNotes,
  expectAllScans,
  expectWholeBooklet,
  fillForPaper,
  paperText,
} from '../support/paper.ts';
import { Persona } from '../support/persona.ts';
import type { Words } from '../support/words.ts';
import type { PrintingTab } from './firefox.ts';
import { button, dialog, field } from './journey.ts';

const printAll = (tab: PrintingTab, menu: string, entry: string) =>
  tab.printedBy(async () => {
    await tab.click(`//main//button[@aria-label='${menu}']`);
    await tab.click(`//*[@role='menuitem'][normalize-space(.)='${entry}']`);
  });

/** All notes and scans of a filled account on paper, by the browser's own command and by the one of the menu. */
export async function paper(tab: PrintingTab, origin: string, w: Words, say: (step: string) => void): Promise<void> {
  const persona = await Persona.create(origin, 'en');
  await fillForPaper(persona);

  say('login');
  await tab.goTo(`${origin}/`);
  await tab.click(`//header${button(w.login)}`);
  await tab.type(`${dialog(w.loginTitle)}${field('username')}`, persona.username);
  await tab.type(`${dialog(w.loginTitle)}${field('password')}`, persona.password);
  await tab.click(`${dialog(w.loginTitle)}${button(w.submitLogin)}`);
  await tab.see(`//div[@data-session='in']`);

  say('all notes on paper');
  await tab.goTo(`${origin}/note`);
  await tab.see('//main//article');
  expectAllNotes(await paperText(await tab.print()));
  expectAllNotes(await paperText(await printAll(tab, 'Options for the notes', 'Print the 115 notes')));

  say('all scans on paper');
  await tab.goTo(`${origin}/history`);
  await tab.see('//main//article');
  expectAllScans(await paperText(await tab.print()));
  expectAllScans(await paperText(await printAll(tab, 'Options for the history', 'Print the 338 scans')));

  say('a booklet on paper');
  await tab.goTo(`${origin}/profile/booklet`);
  const make = async () => {
    await tab.click(`//main${button('Prepare the booklet')}`);
    await tab.see('//main//article');
    return tab.printedBy(() => tab.click(`//main${button('Print or PDF')}`));
  };
  expect(await edgesOfDates(await make())).toHaveProperty('size', 1);
  for (const choice of ['All', 'My scans']) await tab.click(`//main//label[normalize-space(.)='${choice}']`);
  expectWholeBooklet(await paperText(await make()));
}
