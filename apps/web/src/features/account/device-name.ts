/** Order matters: most browsers also name the ones they descend from. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

function firstMatch(table: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/**
 * A session's device in plain words: browser and system by their own names, which no language changes.
 * Another program is called by the name it gave itself; a nameless one is a dash.
 */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return '–';
  const known = [firstMatch(browsers, userAgent), firstMatch(systems, userAgent)].filter((name) => name !== undefined);
  if (known.length > 0) return known.join(' · ');
  return /^[^\s/(]{1,30}/.exec(userAgent.trim())?.[0] ?? '–';
}
