// Splits Chinese and English text into words for a search index: pairs of adjacent characters, and English words without their endings.

import { simplifyCharacters } from './traditional.ts';

/** Frequent phrases in questions that carry no information. Longer ones first, since they are removed one after the other. */
const emptyChinese = [
  [
    '怎么样',
    '怎么办',
    '能不能',
    '可不可以',
    '有没有',
    '是不是',
    '请问',
    '帮我',
    '帮忙',
    '我想',
    '我要',
    '想要',
    '需要',
  ],
  [
    '怎么',
    '如何',
    '怎样',
    '什么',
    '可以',
    '能否',
    '一下',
    '这个',
    '那个',
    '这张',
    '那张',
    '这种',
    '自己',
    '应该',
    '使用',
  ],
  [
    '有点',
    '没有',
    '一直',
    '别人',
    '为什么',
    '哪里',
    '哪个',
    '多少',
    '的',
    '了',
    '吗',
    '呢',
    '吧',
    '啊',
    '把',
    '给',
    '我',
    '您',
    '你',
    '在',
    '里',
    '和',
    '很',
    '太',
    '还',
    '想',
    '让',
    '它',
    '弄',
    '搞',
    '被',
    '就',
    '又',
    '也',
  ],
]
  .flat()
  .sort((a, b) => b.length - a.length);
const emptyChinesePattern = new RegExp(emptyChinese.join('|'), 'g');

export const emptyEnglish = new Set(
  (
    'a an the i my me you your it its this that these those is are be can could do does did how what which when where why to of for with and or ' +
    'in on by from at as so please want need would like make get any some there have has will if without use using into out one up ' +
    'about above after again all also am across around back be been before being below between both but came come did down during each every ever few ' +
    'further go got had he her here him his if just keep let lot made many more most much must nor now off once only other our over own really ' +
    'same she should since someone something still such than them then they thing through too under until us very was we were while who whose again'
  ).split(' '),
);

const irregular: Readonly<Record<string, string>> = {
  photograph: 'photo',
  picture: 'image',
  pic: 'image',
  photo: 'image',
  shot: 'image',
  snapshot: 'image',
  selfie: 'image',
  clip: 'video',
  movie: 'video',
  footage: 'video',
  reel: 'video',
  film: 'film',
  larger: 'large',
  bigger: 'large',
  big: 'large',
  enlarge: 'large',
  smaller: 'small',
  shrink: 'compress',
  colour: 'color',
  grey: 'gray',
  erase: 'remove',
  vanish: 'remove',
  disappear: 'remove',
  backdrop: 'background',
  licence: 'license',
  tiny: 'small',
  delete: 'remove',
  jpeg: 'jpg',
  vid: 'video',
  foto: 'image',
  fotos: 'image',
  img: 'image',
  sub: 'subtitl',
};

/** Roughly stems an English word (plural, -ing, -ed); the same for index and questions. */
export function stem(word: string): string {
  const known = irregular[word];
  if (known) return known;
  let root = word;
  if (root.length > 4) root = root.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
  else if (root.length === 4) root = root.replace(/(?<=[^aisu])s$/, '');
  if (root.length > 5) root = root.replace(/(ing|ed)$/, '').replace(/([bdgmnprt])\1$/, '$1');
  if (root.length > 4) root = root.replace(/e$/, '');
  return irregular[root] ?? irregular[`${root}e`] ?? root;
}

export function splitWords(text: string): string[] {
  const words: string[] = [];
  const lower = simplifyCharacters(text).normalize('NFKC').toLowerCase();
  for (const [word] of lower.matchAll(/[a-z0-9][a-z0-9'’]*/g)) {
    const bare = word.replace(/['’].*$/, '');
    if (!emptyEnglish.has(bare) && (bare.length > 1 || /\d/.test(bare))) words.push(stem(bare));
  }
  for (const run of lower.replace(emptyChinesePattern, ' ').match(/\p{Script=Han}+/gu) ?? []) {
    const signs = [...run];
    if (signs.length === 1) words.push(run);
    for (let at = 0; at + 1 < signs.length; at++) words.push(signs[at]! + signs[at + 1]!);
  }
  return words;
}
