// Names a device after its user agent, in words that need no translation: `Chrome · Windows`.

type Pattern = readonly [RegExp, string];

/** The first match counts, because a browser's user agent also names the browsers it derives from. */
const browsers: readonly Pattern[] = [
  [/MicroMessenger/, 'WeChat'],
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/QQBrowser|MQQBrowser/, 'QQ Browser'],
  [/UCBrowser/, 'UC Browser'],
  [/HuaweiBrowser/, 'Huawei Browser'],
  [/MiuiBrowser/, 'Mi Browser'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Version\/.*Safari/, 'Safari'],
];
const systems: readonly Pattern[] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

const maxLetters = 40;

const findName = (patterns: readonly Pattern[], text: string) => patterns.find(([pattern]) => pattern.test(text))?.[1];

/** The name of another program, `curl` for `curl/8.5.0`, limited to letters, digits and a few separators. */
const programOf = (userAgent: string) => /^[A-Za-z][\w. -]*/.exec(userAgent)?.[0].trim().slice(0, maxLetters);

export function nameDevice(userAgent: string): string {
  const names = [findName(browsers, userAgent), findName(systems, userAgent)].filter(name => name !== undefined);
  return names.length > 0 ? names.join(' · ') : (programOf(userAgent) ?? '–');
}
