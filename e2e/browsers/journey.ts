import { randomBytes } from 'node:crypto';
import { goodPassword } from '../support/persona.ts';
import type { Words } from '../support/words.ts';
import type { Tab } from './tab.ts';

const answers = [7, 4, 9, 6, 3, 8, 7];

const quote = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`);
export const dialog = (title: string) => `//dialog[.//h2[normalize-space(.)=${quote(title)}]]`;
/** By the beginning of its text, because the element also contains the hidden text for the busy state. */
export const button = (name: string) => `//button[starts-with(normalize-space(.), ${quote(name)})]`;
export const field = (name: string) => `//input[@name='${name}']`;
const heading = (text: string) => `//h1[normalize-space(.)=${quote(text)}]`;

/**
 * From the first visit to the logout: scan, account, history, an encrypted note, in the language of the given texts.
 */
export async function journey(tab: Tab, origin: string, w: Words, say: (step: string) => void): Promise<void> {
  const username = `browser_${randomBytes(5).toString('hex')}`;

  say('home');
  await tab.goTo(`${origin}/`);
  await tab.see(heading(w.homeTitle));

  say('quiz');
  await tab.goTo(`${origin}/bodyscan`);
  for (const [index, value] of answers.entries()) {
    await tab.see(`//main//*[@aria-live='polite'][normalize-space(.)=${quote(w.count(index + 1))}]`);
    await tab.click(`//main//input[@type='radio'][@value='${value}']`);
    await tab.click(`//main${button(index < answers.length - 1 ? w.next : w.finish)}[not(@aria-disabled='true')]`);
  }

  say('result');
  await tab.see(`//section[@aria-label=${quote(w.scales)}]`);

  say('sign-up');
  await tab.click(`//header${button(w.login)}`);
  await tab.click(`${dialog(w.loginTitle)}${button(w.createAccount)}`);
  const signup = dialog(w.createAccount);
  await tab.type(`${signup}${field('username')}`, username);
  await tab.type(`${signup}${field('email')}`, `${username}@example.org`);
  await tab.type(`${signup}${field('password')}`, goodPassword);
  await tab.click(`${signup}${field('consent')}`);
  await tab.click(`${signup}${button(w.submitSignup)}`);

  say('login after the sign-up');
  await tab.click(`//main${button(w.submitLogin)}`);
  await tab.see(`//div[@data-session='in']`);
  // Only then does the scan belong to the account.
  await tab.see(`//main//*[@role='status'][starts-with(normalize-space(.), ${quote(w.saved)})]`);

  say('history');
  await tab.goTo(`${origin}/history`);
  await tab.see('//main//article');

  say('note');
  await tab.goTo(`${origin}/note?new=other`);
  const text = `Une phrase ${username}`;
  await tab.type('//dialog//textarea', text);
  await tab.click(`//dialog${button(w.saveNote)}`);
  // Not before it is saved: what a page has only just begun ends with it.
  await tab.see(`//main//article[contains(., ${quote(text)})]`);
  await tab.goTo(`${origin}/note`);
  await tab.see(`//main//article[contains(., ${quote(text)})]`);

  say('statistics and help');
  await tab.goTo(`${origin}/statistics`);
  await tab.see(heading(w.statistics));
  await tab.goTo(`${origin}/help`);
  await tab.see(heading(w.help));

  say('logout');
  await tab.goTo(`${origin}/profile?tab=logout`);
  await tab.click(`//main${button(w.logoutConfirm)}`);
  await tab.see(`//div[@data-session='out']`);
  await tab.see(heading(w.homeTitle));

  say('login');
  await tab.click(`//header${button(w.login)}`);
  await tab.type(`${dialog(w.loginTitle)}${field('username')}`, username);
  await tab.type(`${dialog(w.loginTitle)}${field('password')}`, goodPassword);
  await tab.click(`${dialog(w.loginTitle)}${button(w.submitLogin)}`);
  await tab.see(`//div[@data-session='in']`);
}
