// The nicknames that the product invents for new accounts. They are words of a language, so others read them in their own.
import { defineWords, fill, type Language, languages } from './words.ts';

const words = defineWords({
  zh: { nickName: '用户{number}' },
  en: { nickName: 'User {number}' },
});

export const inventedName = (language: Language, number: number): string =>
  fill(words[language].nickName, { number: String(number).padStart(4, '0') });

/** An invented name in another language; any other name as it is, for it belongs to its person. */
export function nameIn(language: Language, name: string): string {
  const number = /\d{4}$/.exec(name)?.[0];
  const isInvented = number !== undefined && languages.some(other => inventedName(other, Number(number)) === name);
  return isInvented ? inventedName(language, Number(number)) : name;
}
