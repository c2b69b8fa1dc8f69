// ID photo sizes of China: studio sizes, documents and exams.
import { backgrounds, custom, type HeadRule, mm, type PhotoSize } from './size-shape.ts';

const { white, blue, red } = backgrounds;

/** National Immigration Administration (exit and entry): 33 x 48 mm, head 28-33 mm long, 3-5 mm above it. */
const travel: HeadRule = { head: mm(28, 33, 48), top: mm(3, 5, 48) };
/** GA 461-2019 (resident ID card): 358 x 441 px, head 26-30 mm of 32, crown 7-21 px below the top edge. */
const residentCard: HeadRule = { head: [0.7, 0.84], top: [7 / 441, 30 / 441] };

/** Studio practice for marriage certificates: both heads together take about half of the photo's height. */
const couple: HeadRule = { head: [0.45, 0.68], top: [0.06, 0.22] };

const size = (
  id: string,
  zh: string,
  en: string,
  [widthMm, heightMm]: readonly [number, number],
  more: Partial<PhotoSize> = {},
): PhotoSize => ({
  id,
  group: 'china',
  name: { zh, en },
  widthMm,
  heightMm,
  dpi: 300,
  rule: custom,
  background: white,
  ...more,
});

const exam = (...[id, zh, en, sides, more]: Parameters<typeof size>) =>
  size(id, zh, en, sides, { group: 'exam', ...more });

export const sizesOfChina: readonly PhotoSize[] = [
  size('cn-1-inch', '一寸', 'China 1-inch', [25, 35], { px: [295, 413], background: blue }),
  size('cn-small-1-inch', '小一寸', 'China small 1-inch', [22, 32], { px: [260, 378] }),
  size('cn-large-1-inch', '大一寸', 'China large 1-inch', [33, 48], { px: [390, 567] }),
  size('cn-2-inch', '二寸', 'China 2-inch', [35, 49], { px: [413, 579], background: blue }),
  size('cn-small-2-inch', '小二寸', 'China small 2-inch', [35, 45], { px: [413, 531] }),
  size('cn-large-2-inch', '大二寸', 'China large 2-inch', [35, 53], { px: [413, 626], background: blue }),
  size('cn-3-inch', '三寸', 'China 3-inch', [55, 84], { px: [649, 991] }),
  size('cn-passport', '中国护照', 'China passport', [33, 48], { px: [390, 567], rule: travel }),
  size('cn-hk-macau-permit', '港澳通行证', 'Permit for Hong Kong and Macao', [33, 48], {
    px: [390, 567],
    rule: travel,
  }),
  size('cn-taiwan-permit', '台湾通行证', 'Permit for Taiwan', [33, 48], { px: [390, 567], rule: travel }),
  size('cn-visa', '中国签证', 'China visa', [33, 48], {
    px: [385, 560],
    dpi: 296,
    rule: travel,
    kb: { min: 40, max: 120 },
  }),
  size('cn-id-card', '身份证', 'China resident ID card', [26, 32], { px: [358, 441], dpi: 350, rule: residentCard }),
  size('cn-social-security', '社保卡', 'China social security card', [26, 32], {
    px: [358, 441],
    dpi: 350,
    rule: residentCard,
    kb: { min: 14, max: 20 },
  }),
  size('cn-marriage', '结婚证', 'China marriage certificate (couple)', [53, 35], {
    px: [626, 413],
    rule: couple,
    background: red,
    people: 2,
  }),
  size('cn-driver-licence', '驾驶证', 'China driver licence', [22, 32], {
    px: [260, 378],
    rule: { head: mm(19, 22, 32), top: mm(2, 5, 32) },
  }),
  size('cn-resume', '简历照', 'China résumé', [25, 35], { px: [295, 413], background: blue }),
  exam('cn-graduate', '学信网毕业证', 'China graduate (CHSI)', [40.6, 54.2], { px: [480, 640], background: '#64c5ff' }),
  exam('cn-postgraduate-exam', '研究生考试', 'China postgraduate exam', [40.6, 54.2], { px: [480, 640] }),
  exam('cn-college-exam', '高考', 'China college entrance exam', [40.6, 54.2], { px: [480, 640], background: blue }),
  exam('cn-civil-service', '公务员考试', 'China civil service exam', [25, 35], { px: [295, 413] }),
  exam('cn-teacher', '教师资格证', 'China teacher certificate', [25, 35], { px: [295, 413], kb: { max: 200 } }),
  exam('cn-mandarin', '普通话水平测试', 'China Mandarin test', [33, 48], { px: [390, 567] }),
  exam('cn-computer-rank', '计算机等级考试', 'China computer rank exam (NCRE)', [33, 48], {
    px: [390, 567],
    kb: { min: 20, max: 200 },
  }),
  exam('cn-english-cet', '英语四六级', 'China English test (CET)', [33, 48], { px: [390, 567], kb: { max: 200 } }),
  exam('cn-accountant', '会计考试', 'China accountant exam', [25, 35], { px: [295, 413], kb: { min: 10 } }),
  exam('cn-law-exam', '法律职业资格考试', 'China law exam', [35, 53], { px: [413, 626], kb: { min: 40, max: 100 } }),
  exam('cn-nurse', '护士资格考试', 'China nurse exam', [25, 35], { px: [295, 413], kb: { min: 20, max: 45 } }),
];
