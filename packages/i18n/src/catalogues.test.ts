import { readdirSync, readFileSync } from 'node:fs';
import { axisIds, noteCategories } from '@nuances/domain/axes';
import { locales } from '@nuances/domain/locales';
import { reflectionNumbers } from '@nuances/domain/reflections';
import { imageIndices } from '@nuances/domain/scan/scoring';
import { describe, expect, it } from 'vitest';
import { baseLocale, locales as generatedLocales, namespaces } from './i18n-util';
import { textsOf } from './testing.ts';

const en = textsOf('en');
const fr = textsOf('fr');
const placeholders = (text: string) =>
  [...new Set(Array.from(text.matchAll(/\{([^{}]*)\}/g), (match) => match[1] ?? ''))].sort();

describe('catalogues', () => {
  it('exist', () => {
    expect(en.size).toBeGreaterThan(700);
  });

  it('have the same keys', () => {
    expect([...fr.keys()].filter((key) => !en.has(key))).toEqual([]);
    expect([...en.keys()].filter((key) => !fr.has(key))).toEqual([]);
  });

  it('have the same placeholders in every text', () => {
    const differ = [...en].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(fr.get(key) ?? '').join(),
    );
    expect(differ.map(([key]) => key)).toEqual([]);
  });

  it.each(locales)('have plain placeholders only (%s)', (locale) => {
    for (const [key, text] of textsOf(locale)) {
      for (const name of placeholders(text)) expect(name, key).toMatch(/^[a-z][A-Za-z]*$/);
      expect(text.replace(/\{[a-z][A-Za-z]*\}|\{\{s\}\}/g, ''), key).not.toMatch(/[{}]/);
    }
  });

  it.each(locales)('have no empty text and no space at an end (%s)', (locale) => {
    for (const [key, text] of textsOf(locale)) {
      expect(text, key).not.toBe('');
      expect(text, key).toBe(text.trim());
    }
  });

  it.each(locales)('hold no HTML, no Markdown, no backslash (%s)', (locale) => {
    for (const [key, text] of textsOf(locale)) {
      expect(text, key).not.toMatch(/[<>\\`[\]]|&#?\w+;|\*\*|__|^#/);
    }
  });

  it.each(locales)('break no lines (%s)', (locale) => {
    for (const [key, text] of textsOf(locale)) {
      expect(text, key).not.toMatch(/[\n\r\t]/);
    }
  });

  it('count with .one and .other together', () => {
    // A speed, and what is said of a single scan: nothing is counted.
    const notCounted = ['stats.speed.one', 'stats.say.one', 'look.one'];
    for (const key of en.keys())
      if (key.endsWith('.one') && !notCounted.includes(key))
        expect(en.has(`${key.slice(0, -4)}.other`), key).toBe(true);
  });
});

describe('texts for the domain', () => {
  it.each(locales)('every axis, category, question, reflection and image has its texts (%s)', (locale) => {
    const texts = textsOf(locale);
    const needed = [
      ...axisIds.flatMap((axis) => [
        `axis.${axis}.left`,
        `axis.${axis}.right`,
        `quiz.${axis}.prompt`,
        `quiz.${axis}.detail`,
        ...reflectionNumbers.flatMap((n) => [`reflect.${axis}.negative.${n}`, `reflect.${axis}.positive.${n}`]),
      ]),
      ...reflectionNumbers.map((n) => `reflect.general.${n}`),
      ...noteCategories.map((category) => `note.input.${category}`),
      ...imageIndices.flatMap((image) => [`image.result${image}.name`, `image.result${image}.alt`]),
    ];
    expect(needed.filter((key) => !texts.has(key))).toEqual([]);
  });
});

describe('generated files', () => {
  it('know the languages of the domain', () => {
    expect(generatedLocales).toEqual(locales);
    expect(baseLocale).toBe(locales[0]);
  });

  it.each(locales)('know every namespace folder (%s)', (locale) => {
    const folders = readdirSync(`${import.meta.dirname}/${locale}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(namespaces).toEqual(folders.sort());
  });

  it('are loaded by the web one language and one namespace at a time', () => {
    const file = (name: string) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
    const staticImports = (name: string): string[] =>
      Array.from(
        file(name).matchAll(/^(?:import|export)\s+(?!type\b)[^;'"]*['"](\.[^'"]+)['"]/gm),
        (match) => match[1] ?? '',
      );
    const seen = new Set<string>();
    const visit = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      for (const next of staticImports(name)) visit(`${next.replace(/^\.\//, '').replace(/\.ts$/, '')}.ts`);
    };
    for (const entry of ['load-locale.ts', 'i18n-util.async.ts', 'dates.ts', 'errors.ts', 'plural.ts']) visit(entry);
    expect([...seen].sort()).toEqual([
      'dates.ts',
      'errors.ts',
      'formatters.ts',
      'i18n-util.async.ts',
      'i18n-util.ts',
      'load-locale.ts',
      'plural.ts',
    ]);
  });
});
