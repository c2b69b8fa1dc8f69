// Built-in stickers: vector art on squares of 100 units.
import type { Sentence } from 'contract/words.ts';

interface StickerPart {
  /** SVG path data. */
  readonly path: string;
  readonly fill?: string;
  readonly rule?: 'evenodd';
  readonly stroke?: string;
  readonly width?: number;
}

export interface StickerArt {
  readonly name: Sentence;
  readonly size: 100;
  /** Index of the part whose colour the user can change. */
  readonly main: number;
  /** Bottom first. */
  readonly parts: readonly StickerPart[];
}

const art = (zh: string, en: string, parts: readonly StickerPart[], main = 0): StickerArt => ({
  name: { zh, en },
  size: 100,
  main,
  parts,
});

const ring = (cx: number, cy: number, r: number) =>
  `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** Returns the closed outline of a star, starting at its top. */
function burst(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (index / (points * 2)) * 2 * Math.PI - Math.PI / 2;
    const far = index % 2 === 0 ? outer : inner;
    return `${(50 + Math.cos(angle) * far).toFixed(1)} ${(50 + Math.sin(angle) * far).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}

const eyes = [
  { path: ring(36, 43, 5), fill: '#3b2a12' },
  { path: ring(64, 43, 5), fill: '#3b2a12' },
];

export const stickers: Readonly<Record<string, StickerArt>> = {
  smile: art('微笑', 'Smile', [
    { path: ring(50, 50, 46), fill: '#ffd447' },
    ...eyes,
    { path: 'M30 60Q50 82 70 60', stroke: '#3b2a12', width: 5 },
    { path: ring(25, 58, 6), fill: '#ff9f6b' },
    { path: ring(75, 58, 6), fill: '#ff9f6b' },
  ]),
  laugh: art('大笑', 'Laugh', [
    { path: ring(50, 50, 46), fill: '#ffd447' },
    { path: 'M27 45Q35 33 43 45', stroke: '#3b2a12', width: 5 },
    { path: 'M57 45Q65 33 73 45', stroke: '#3b2a12', width: 5 },
    { path: 'M26 57H74Q72 84 50 84Q28 84 26 57Z', fill: '#8c2f1b' },
    { path: 'M36 76Q50 66 64 76Q58 84 50 84Q42 84 36 76Z', fill: '#ff7a6b' },
  ]),
  love: art('喜欢', 'In love', [
    { path: ring(50, 50, 46), fill: '#ffd447' },
    { path: 'M34 53C18 41 22 28 30 30Q34 31 34 35Q35 31 39 30C47 29 50 42 34 53Z', fill: '#f0405a' },
    { path: 'M66 53C50 41 54 28 62 30Q66 31 66 35Q67 31 71 30C79 29 82 42 66 53Z', fill: '#f0405a' },
    { path: 'M32 64Q50 82 68 64', stroke: '#3b2a12', width: 5 },
  ]),
  cool: art('酷', 'Cool', [
    { path: ring(50, 50, 46), fill: '#ffd447' },
    { path: 'M16 36H84V42Q82 58 68 58Q56 58 53 44H47Q44 58 32 58Q18 58 16 42Z', fill: '#1d1b2e' },
    { path: 'M24 42L32 50M60 42L68 50', stroke: '#6d6a8c', width: 4 },
    { path: 'M36 70Q52 80 66 68', stroke: '#3b2a12', width: 5 },
  ]),
  heart: art('爱心', 'Heart', [
    {
      path: 'M50 90C36 78 6 58 6 34C6 18 18 10 29 10C39 10 46 16 50 25C54 16 61 10 71 10C82 10 94 18 94 34C94 58 64 78 50 90Z',
      fill: '#f0405a',
    },
    { path: 'M20 36Q19 24 30 21', stroke: '#ffb3bf', width: 6 },
  ]),
  hearts: art('一串爱心', 'Hearts', [
    {
      path: 'M36 84C26 75 6 61 6 44C6 33 14 28 21 28C28 28 33 32 36 38C39 32 44 28 51 28C58 28 66 33 66 44C66 61 46 75 36 84Z',
      fill: '#f0405a',
    },
    {
      path: 'M76 46C71 41 60 34 60 25C60 19 64 16 68 16C72 16 75 19 76 22C77 19 80 16 84 16C88 16 92 19 92 25C92 34 81 41 76 46Z',
      fill: '#ff8fa3',
    },
    {
      path: 'M52 22C49 19 43 15 43 10C43 7 45 5 48 5C50 5 51 6 52 8C53 6 54 5 56 5C59 5 61 7 61 10C61 15 55 19 52 22Z',
      fill: '#ff8fa3',
    },
  ]),
  star: art('星星', 'Star', [
    { path: burst(5, 48, 22), fill: '#ffc531', stroke: '#f0a400', width: 4 },
    { path: 'M38 46Q44 40 48 32', stroke: '#fff0b8', width: 5 },
  ]),
  sparkles: art('闪光', 'Sparkles', [
    { path: 'M42 14Q46 44 76 50Q46 56 42 88Q38 56 8 50Q38 44 42 14Z', fill: '#ffc531' },
    { path: 'M78 8Q80 22 94 25Q80 28 78 42Q76 28 62 25Q76 22 78 8Z', fill: '#ffdf7e' },
    { path: 'M78 64Q79 74 89 76Q79 78 78 88Q77 78 67 76Q77 74 78 64Z', fill: '#ffdf7e' },
  ]),
  fire: art('火焰', 'Fire', [
    {
      path: 'M52 4C58 24 84 34 84 62C84 82 68 96 50 96C32 96 16 82 16 62C16 48 24 40 30 30C33 38 36 42 42 42C40 28 44 14 52 4Z',
      fill: '#ff6b2c',
    },
    {
      path: 'M52 44C56 56 68 60 68 74C68 86 60 92 50 92C40 92 32 86 32 74C32 66 38 62 41 56C43 60 46 62 49 61C48 54 49 49 52 44Z',
      fill: '#ffd447',
    },
  ]),
  sun: art('太阳', 'Sun', [
    { path: burst(12, 48, 34), fill: '#ffb52e' },
    { path: ring(50, 50, 28), fill: '#ffd447' },
  ]),
  cloud: art('云', 'Cloud', [
    {
      path: 'M26 78C12 78 4 69 4 58C4 47 12 39 23 39C26 26 37 18 50 18C65 18 76 28 78 41C89 41 96 49 96 59C96 70 88 78 76 78Z',
      fill: '#8cc8ff',
    },
    { path: 'M26 78C12 78 4 69 4 58Q12 68 30 67H84Q92 66 95 62C94 72 87 78 76 78Z', fill: '#6db2f2' },
  ]),
  rainbow: art('彩虹', 'Rainbow', [
    { path: 'M8 74A42 42 0 0 1 92 74', stroke: '#f0405a', width: 9 },
    { path: 'M17 74A33 33 0 0 1 83 74', stroke: '#ffb52e', width: 9 },
    { path: 'M26 74A24 24 0 0 1 74 74', stroke: '#35b56a', width: 9 },
    { path: 'M35 74A15 15 0 0 1 65 74', stroke: '#3b8df0', width: 9 },
  ]),
  flower: art('花朵', 'Flower', [
    {
      path: [0, 72, 144, 216, 288]
        .map(turned => {
          const angle = ((turned - 90) * Math.PI) / 180;
          return ring(Math.round(50 + Math.cos(angle) * 25), Math.round(50 + Math.sin(angle) * 25), 20);
        })
        .join(''),
      fill: '#ff8fb1',
    },
    { path: ring(50, 50, 14), fill: '#ffd447' },
  ]),
  leaf: art('叶子', 'Leaf', [
    { path: 'M90 8C92 52 72 86 30 86C10 66 20 14 90 8Z', fill: '#35b56a' },
    { path: 'M12 94C30 70 46 48 72 28M40 62L38 42M54 47L70 48', stroke: '#1e8a4b', width: 4 },
  ]),
  crown: art('皇冠', 'Crown', [
    { path: 'M8 28L30 50L50 16L70 50L92 28L84 80H16Z', fill: '#ffc531', stroke: '#f0a400', width: 4 },
    { path: `${ring(50, 64, 6)}${ring(30, 64, 4)}${ring(70, 64, 4)}`, fill: '#f0405a' },
  ]),
  gift: art('礼物', 'Gift', [
    { path: 'M14 42H86V92H14Z', fill: '#f0405a' },
    { path: 'M8 28H92V46H8Z', fill: '#ff6f86' },
    { path: 'M43 28H57V92H43Z', fill: '#ffd447' },
    {
      path: 'M50 27C36 28 26 22 30 13C34 5 46 12 50 27C54 12 66 5 70 13C74 22 64 28 50 27Z',
      stroke: '#ffd447',
      width: 6,
    },
  ]),
  balloon: art('气球', 'Balloon', [
    {
      path: 'M50 4C70 4 82 20 82 38C82 56 66 70 54 74L58 82H42L46 74C34 70 18 56 18 38C18 20 30 4 50 4Z',
      fill: '#7c5cff',
    },
    { path: 'M50 82Q44 90 52 98', stroke: '#8d86a8', width: 3 },
    { path: 'M32 34Q33 20 44 16', stroke: '#cbbcff', width: 5 },
  ]),
  thumb: art('点赞', 'Thumbs up', [
    { path: 'M34 44L52 6C62 6 66 14 63 24L59 38H82C90 38 94 45 92 52L84 82C82 88 78 90 72 90H34Z', fill: '#ffcf8a' },
    { path: 'M8 42H30V92H8Z', fill: '#3b8df0' },
  ]),
  check: art('对勾', 'Check mark', [
    { path: ring(50, 50, 46), fill: '#23a65f' },
    { path: 'M28 52L44 68L74 34', stroke: '#ffffff', width: 11 },
  ]),
  cross: art('叉号', 'Cross mark', [
    { path: ring(50, 50, 46), fill: '#e5484d' },
    { path: 'M33 33L67 67M67 33L33 67', stroke: '#ffffff', width: 11 },
  ]),
  pin: art('定位', 'Pin', [
    { path: 'M50 96C38 76 18 58 18 36C18 18 32 4 50 4C68 4 82 18 82 36C82 58 62 76 50 96Z', fill: '#e5484d' },
    { path: ring(50, 36, 13), fill: '#ffffff' },
  ]),
  bulb: art('灯泡', 'Light bulb', [
    { path: 'M50 6C70 6 82 20 82 38C82 54 70 60 66 74H34C30 60 18 54 18 38C18 20 30 6 50 6Z', fill: '#ffd447' },
    { path: 'M36 78H64V86Q62 94 50 94Q38 94 36 86Z', fill: '#8d86a8' },
    { path: 'M40 46L46 40L54 46L60 40M46 40V72M54 46V72', stroke: '#f0a400', width: 3 },
  ]),
  camera: art('相机', 'Camera', [
    { path: 'M8 28H28L36 16H64L72 28H92Q96 28 96 32V80Q96 84 92 84H8Q4 84 4 80V32Q4 28 8 28Z', fill: '#3d365c' },
    { path: ring(50, 55, 21), fill: '#e6e2f3' },
    { path: ring(50, 55, 14), fill: '#3b8df0' },
    { path: ring(82, 39, 4), fill: '#ffd447' },
  ]),
  seal: art('印章', 'Seal', [
    { path: burst(20, 48, 42), fill: '#e5484d' },
    { path: ring(50, 50, 33), stroke: '#ffffff', width: 3 },
    { path: 'M50 26L56 42L73 43L60 54L64 71L50 61L36 71L40 54L27 43L44 42Z', fill: '#ffffff' },
  ]),
  tag: art('标签', 'Price tag', [
    { path: 'M6 12Q6 6 12 6H46L94 54Q98 58 94 62L62 94Q58 98 54 94L6 46Z', fill: '#ff6b2c' },
    { path: ring(25, 25, 8), fill: '#ffffff' },
  ]),
  ribbon: art(
    '横幅',
    'Ribbon',
    [
      { path: 'M2 40H26V76H2L12 58Z M98 40H74V76H98L88 58Z', fill: '#b3262b' },
      { path: 'M14 28H86V66H14Z', fill: '#e5484d' },
      { path: 'M20 34H80M20 60H80', stroke: '#ff9a9f', width: 2 },
    ],
    1,
  ),
  note: art('便签', 'Sticky note', [
    { path: 'M10 8H90V66L66 90H10Z', fill: '#fff0a6' },
    { path: 'M90 66H66V90Z', fill: '#e8cf5a' },
  ]),
  tape: art('胶带', 'Tape', [
    { path: 'M2 36L6 40L2 44L6 48L2 52L6 56L2 60L6 64H94L98 60L94 56L98 52L94 48L98 44L94 40L98 36Z', fill: '#9fd8c0' },
    { path: 'M14 36L30 64M34 36L50 64M54 36L70 64M74 36L90 64', stroke: '#c9ecdd', width: 5 },
  ]),
  bubble: art('想法泡泡', 'Thought bubble', [
    {
      path: 'M26 66C10 66 4 56 8 46C2 34 12 24 22 26C28 10 48 8 56 16C68 8 84 14 86 28C98 34 96 52 86 56C82 68 66 70 58 64C48 70 36 70 26 66Z',
      fill: '#ffffff',
      stroke: '#3d365c',
      width: 4,
    },
    { path: ring(30, 78, 7), fill: '#ffffff', stroke: '#3d365c', width: 4 },
    { path: ring(18, 92, 4), fill: '#ffffff', stroke: '#3d365c', width: 4 },
  ]),
  bang: art('爆炸框', 'Burst', [{ path: burst(14, 48, 34), fill: '#ffd447', stroke: '#3d365c', width: 4 }]),
};
