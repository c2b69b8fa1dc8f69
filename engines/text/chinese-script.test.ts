// Traditional and simplified Chinese are told apart by what else a character may be. The scores are of rendered pages, blurred and scanned.
import { expect, it } from 'vitest';
import { isLineTraditional, isPageTraditional, isSurelySimplified, weighScripts } from './chinese-script.ts';

type Read = readonly [character: string, score: number, ...others: (readonly [string, number])[]];

const weigh = (...read: readonly (string | Read)[]) =>
  weighScripts(
    read
      .flatMap((one): readonly Read[] => (typeof one === 'string' ? [...one].map(each => [each, 0.99]) : [one]))
      .map(([character, score, ...others]) => ({
        character,
        score,
        from: 0,
        to: 8,
        spaceBefore: 0,
        others: others.map(([other, likelihood]) => ({ character: other, score: likelihood })),
      })),
  );

// 豬肉與雞蛋價格上漲, of which the network knows neither 豬 nor 漲, and 憑發票於七日內辦理退換貨.
const blurred = weigh('猪肉', ['與', 0.5, ['舆', 0.12], ['与', 0.1]], '蛋', ['价', 0.61, ['價', 0.35]], '格上涨');
const scanned = weigh(['换', 0.88, ['換', 0.12]], ['货', 0.87, ['貨', 0.12]], ['内', 0.93, ['內', 0.06]], '七日理退');
const undecided = weigh(['紧', 0.94], '急逃生出口由此去');
const simplified = weigh('国际长途电话', ['费', 0.96], '率表');

it('a line written in simplified characters is traditional by what it may be as well', () => {
  expect(isLineTraditional(blurred)).toBe(true);
  expect(isPageTraditional([blurred, scanned, undecided])).toBe(true);
  expect([blurred, scanned, undecided].some(isSurelySimplified)).toBe(false);
});

it('a simplified line stays simplified, also on a traditional page', () => {
  expect(isLineTraditional(simplified)).toBe(false);
  expect(isPageTraditional([simplified, undecided])).toBe(false);
  expect(isSurelySimplified(simplified)).toBe(true);
});

it('one character does not turn a page', () => {
  // 藉 is in Big5 alone, and was printed.
  const odd = weigh('抑郁症患者的', ['藉', 0.95], '口与瞭望塔');
  expect(isPageTraditional([odd, simplified])).toBe(false);
});
