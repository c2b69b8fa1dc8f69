// The features by which a question is classified: words, pairs and parts of words, Chinese characters and pairs of them, kinds of file types and of
// numbers.
import { media } from 'contract/media.ts';
import { readStart, simplify } from './phrases.ts';
import { readTypes } from './read-wish.ts';
import { emptyEnglish, stem } from './split-words.ts';

/** Synonyms, and the word that replaces them. */
const sameChinese: readonly (readonly [RegExp, string])[] = [
  [/照片|相片|图像|截图|截屏|(?<!证件)照(?![片相着亮])|(?<![互真])相(?![册机关同似互])|图片/g, '图'],
  [/影片|短片|录像|片子|短视频|录屏|条片|视频/g, '视频'],
  [/软件|工具|在线|网站版|免费的?/g, ''],
  [
    /请问一?下?|帮我|帮忙|我想要?|我要|想要|麻烦|有没有办法|有什么办法|怎么[样办弄搞做]|怎样|如何|咋[弄整办]?|点样|怎么|能不能|可不可以|可以|能否|一下|这个|那个|这张|那张|这种/g,
    '',
  ],
  [/[的了吗呢吧啊呀嘛么]/g, ''],
];

const numbers: readonly (readonly [RegExp, string])[] = [
  [/\d+(?:\.\d+)?\s*(?:[x×*乘]|by)\s*\d+(?:\.\d+)?/g, ' #box '],
  [/\d+(?:\.\d+)?\s*(?:kb?|mb?|gb?|兆|megabytes?|kilobytes?|megs?)(?![a-z])/g, ' #bytes '],
  [/\d+(?:\.\d+)?\s*(?:px|pixels?|像素)/g, ' #pixels '],
  [/[\d一二两三四五六七八九十半]+\s*(?:秒钟?|分钟?|secs?|seconds?|mins?|minutes?|hours?|个?小时)(?![a-z])/g, ' #time '],
  [/\d+\s*[:：比]\s*\d+/g, ' #ratio '],
  [/[\d两二三四八]+\s*(?:倍|x(?![a-z])|times)/g, ' #times '],
  [/\d+(?:\.\d+)?\s*(?:mm|cm|毫米|厘米|inch(?:es)?|英寸)/g, ' #length '],
  [/\d+\s*(?:%|percent|％)/g, ' #percent '],
  [/\d+\s*(?:dpi|ppi)/g, ' #dpi '],
];

/** Length of the parts of a word (n-grams), which connect it with its inflections and typos. */
const lettersOfPart = 4;

/** Phrases with which any request may begin. */
const askingEnglish =
  /\b(?:(?:how|where|what) (?:do|can|could|would|should) (?:i|you|we|one)|how to|whats the best way to|(?:is|are) there (?:any |a )?(?:way|ways|tool|tools|website|site|option) (?:to|for|that can|that)|(?:can|could|would|will) (?:you|i|we|it|this|u)(?: guys)?(?: please)?|(?:i |im |we )?(?:want|need|wanna|would like|id like|trying|try|have|looking|wish)(?: you)? (?:to|for)|please|pls|plz|help me(?: to)?|let me|i need|i want|hi|hello|hey|ok|and|so|also|then)\b/g;

function listChinese(text: string): string[] {
  const features: string[] = [];
  const short = sameChinese.reduce((now, [pattern, right]) => now.replace(pattern, right), text);
  for (const run of short.match(/\p{Script=Han}+/gu) ?? []) {
    const signs = [...run];
    for (let at = 0; at < signs.length; at++) {
      features.push(signs[at]!);
      if (at + 1 < signs.length) features.push(signs[at]! + signs[at + 1]!);
    }
  }
  return features;
}

function listEnglish(text: string): string[] {
  const words = (
    text
      .replace(/['’]/g, '')
      .replace(askingEnglish, ' ')
      .match(/#[a-z]+|[a-z0-9]+/g) ?? []
  ).map(word => (word.startsWith('#') ? word : stem(word)));
  const content = words.filter(word => !emptyEnglish.has(word));
  const features = [...content];
  for (let at = 0; at + 1 < words.length; at++) features.push(`${words[at]} ${words[at + 1]}`);
  for (const word of content) {
    if (word.length < lettersOfPart || word.startsWith('#')) continue;
    const whole = `<${word}>`;
    for (let at = 0; at + lettersOfPart <= whole.length; at++) features.push(`~${whole.slice(at, at + lettersOfPart)}`);
  }
  return features;
}

const isHan = (sign: string | undefined) => sign !== undefined && /\p{Script=Han}/u.test(sign);

/** Removes the spaces beside Chinese characters. */
function joinChinese(text: string): string {
  const parts = text.split(/(\s+)/);
  return parts.filter((_, at) => at % 2 === 0 || !(isHan(parts[at - 1]?.at(-1)) || isHan(parts[at + 1]?.[0]))).join('');
}

export function listFeatures(question: string): string[] {
  const text = simplify(readStart(question));
  const { to, from } = readTypes(text);
  const types = [...(to ? [`to:${media[to].kind}`] : []), ...from.map(type => `from:${media[type].kind}`)];
  const counted = /\d|[一二两三四五六七八九十半]/.test(text)
    ? numbers.reduce((now, [pattern, name]) => now.replace(pattern, name), text)
    : text;
  return [...new Set([...types, ...listChinese(joinChinese(counted)), ...listEnglish(counted)])];
}
