// Passport and visa photo sizes by country, from the rules that their authorities publish.
import { backgrounds, custom, type HeadRule, icao45, mm, type PhotoSize, type SizeGroup } from './size-shape.ts';

const { white, blue, grey } = backgrounds;

/** US Department of State: 2 x 2 inches, head 1 - 1 3/8 inches, eyes 1 1/8 - 1 3/8 inches above the bottom edge. */
const twoInches: HeadRule = { head: [0.5, 0.69], eyes: [0.56, 0.69] };
/** 4 x 6 cm without a published head size; the head takes 50-65 % of the height. */
const tall60: HeadRule = { head: [0.5, 0.65], top: [0.06, 0.14] };

const in35x45 = [35, 45] as const;
const in51x51 = [51, 51] as const;

const list = (
  group: SizeGroup,
  rows: readonly (readonly [
    id: string,
    zh: string,
    en: string,
    sides: readonly [number, number],
    rule: HeadRule,
    more?: Partial<PhotoSize>,
  ])[],
): PhotoSize[] =>
  rows.map(([id, zh, en, [widthMm, heightMm], rule, more]) => ({
    id,
    group,
    name: { zh, en },
    widthMm,
    heightMm,
    dpi: 300,
    rule,
    background: white,
    ...more,
  }));

export const sizesOfTheWorld: readonly PhotoSize[] = [
  ...list('asia', [
    [
      'hk-passport',
      '香港护照 / 身份证',
      'Hong Kong passport and ID',
      [40, 50],
      { head: mm(32, 36, 50), top: mm(3, 6, 50) },
    ],
    ['tw-passport', '台湾护照 / 身份证', 'Taiwan passport and ID', in35x45, icao45],
    ['jp-passport', '日本护照', 'Japan passport', in35x45, { head: mm(32, 36, 45), top: mm(2, 6, 45) }],
    ['jp-visa', '日本签证', 'Japan visa', in35x45, { head: mm(25, 34, 45), top: mm(3, 7, 45) }],
    ['jp-resume', '日本履历书', 'Japan résumé', [30, 40], custom],
    ['kr-passport', '韩国护照', 'South Korea passport', in35x45, icao45, { px: [413, 531], kb: { max: 500 } }],
    ['kr-visa', '韩国签证', 'South Korea visa', in35x45, { head: mm(25, 35, 45), top: mm(3, 7, 45) }],
    ['in-passport', '印度护照', 'India passport', in35x45, { head: mm(32, 36, 45), top: mm(2, 5, 45) }],
    ['in-visa', '印度签证', 'India visa', in51x51, twoInches, { px: [600, 600], kb: { min: 10, max: 300 } }],
    [
      'sg-passport',
      '新加坡护照 / 签证',
      'Singapore passport and visa',
      in35x45,
      { head: mm(25, 35, 45), top: mm(3, 8, 45) },
      { px: [400, 514], dpi: 290 },
    ],
    [
      'my-passport',
      '马来西亚护照 / 签证',
      'Malaysia passport and visa',
      [35, 50],
      { head: mm(25, 30, 50), top: mm(4, 9, 50) },
    ],
    ['th-visa', '泰国签证', 'Thailand visa', in35x45, { head: mm(25, 35, 45), top: mm(3, 7, 45) }],
    ['vn-visa', '越南签证', 'Vietnam visa', [40, 60], tall60],
    ['id-visa', '印度尼西亚签证', 'Indonesia visa', [40, 60], tall60],
    ['ph-visa', '菲律宾签证', 'Philippines visa', in35x45, { head: mm(25, 35, 45), top: mm(3, 7, 45) }],
    ['ae-visa', '阿联酋签证', 'UAE visa', [43, 55], { head: [0.6, 0.75], top: [0.05, 0.12] }],
    [
      'sa-visa',
      '沙特电子签证',
      'Saudi Arabia e-visa',
      in51x51,
      { head: [0.6, 0.75], top: [0.06, 0.15] },
      { px: [200, 200], dpi: 100, kb: { min: 5, max: 100 } },
    ],
    ['tr-visa', '土耳其签证', 'Türkiye visa', [50, 60], { head: mm(32, 36, 60), top: mm(5, 10, 60) }],
  ]),
  ...list('europe', [
    ['schengen-visa', '申根签证', 'Schengen visa', in35x45, icao45],
    [
      'uk-passport',
      '英国护照',
      'UK passport',
      in35x45,
      { head: mm(29, 34, 45), top: mm(3, 8, 45) },
      { background: grey },
    ],
    ['uk-visa', '英国签证', 'UK visa', in35x45, { head: mm(29, 34, 45), top: mm(3, 8, 45) }],
    ['de-passport', '德国护照', 'Germany passport', in35x45, icao45, { background: grey }],
    ['fr-passport', '法国护照', 'France passport', in35x45, icao45, { background: grey }],
    ['it-passport', '意大利护照', 'Italy passport', in35x45, icao45],
    ['es-id', '西班牙身份证', 'Spain ID card', [26, 32], { head: [0.65, 0.78], top: [0.06, 0.13] }],
    ['ru-visa', '俄罗斯签证', 'Russia visa', in35x45, icao45],
  ]),
  ...list('america', [
    ['us-passport', '美国护照', 'US passport', in51x51, twoInches, { px: [600, 600] }],
    ['us-visa', '美国签证', 'US visa', in51x51, twoInches, { px: [600, 600], kb: { max: 240 } }],
    [
      'us-green-card-lottery',
      '美国绿卡抽签',
      'US diversity visa',
      in51x51,
      twoInches,
      { px: [600, 600], kb: { max: 240 } },
    ],
    ['ca-passport', '加拿大护照', 'Canada passport', [50, 70], { head: mm(31, 36, 70), top: mm(9, 20, 70) }],
    ['ca-visa', '加拿大签证', 'Canada visa', in35x45, { head: mm(31, 36, 45), top: mm(3, 7, 45) }],
    ['mx-passport', '墨西哥护照', 'Mexico passport', in35x45, icao45],
    ['br-passport', '巴西护照', 'Brazil passport', [50, 70], { head: mm(31, 36, 70), top: mm(9, 20, 70) }],
    ['ar-passport', '阿根廷护照', 'Argentina passport', [40, 40], { head: [0.65, 0.8], top: [0.06, 0.14] }],
  ]),
  ...list('world', [
    ['au-passport', '澳大利亚护照', 'Australia passport', in35x45, icao45],
    ['au-visa', '澳大利亚签证', 'Australia visa', in35x45, icao45],
    ['nz-passport', '新西兰护照', 'New Zealand passport', [35, 46.7], icao45, { px: [900, 1200], dpi: 653 }],
    ['za-passport', '南非护照', 'South Africa passport', in35x45, icao45],
    ['badge', '工作证', 'Staff badge', [25, 35], custom, { background: blue }],
    [
      'avatar',
      '职业头像',
      'Profile picture',
      [51, 51],
      { head: [0.45, 0.55], top: [0.1, 0.18] },
      { px: [800, 800], dpi: 400, background: grey },
    ],
  ]),
];
