// A bakery's board: baking times, and prices with dotted leaders.
import { mulberry32 } from 'contract/random.ts';
import { circle } from '../../outline.ts';
import { croissant, loaf } from '../../pictures.ts';
import { priceRows } from '../../price-rows.ts';
import { art, box, cover, rule, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const cornerBakery = defineTemplate({
  id: 'corner-bakery',
  category: 'menu',
  size: 'a4',
  title: { zh: '街角面包房菜单', en: 'Corner bakery menu' },
  tags: { zh: '面包 烘焙 甜点 早餐 价目表', en: 'bread bakery pastry breakfast price list' },
  palette: 'clay',
  draw: ({ c, w, t }) => {
    const next = mulberry32(7);
    const flour = Array.from({ length: 120 }, () => circle(next() * w, next() * 560, 1 + next() * 3)).join('');
    return [
      box(0, 0, w, 560, c.accent, { isLocked: true }),
      cover([{ path: flour, fill: c.paper, opacity: 0.35 }], 0, 0, w, 560),
      art(croissant(c.second, c.ink, c.paper), 790, 96, 360, 360, { degrees: 12 }),
      text(t('街角面包房', 'Corner\nBakery'), 110, t(150, 110), 660, {
        size: t(128, 132),
        weight: 900,
        font: t('noto-serif-sc', 'playfair-display'),
        color: c.paper,
        leading: 1.08,
      }),
      text(t('每天早上六点，第一炉出炉', 'First batch out of the oven at six, every day'), 114, t(330, 420), 700, {
        size: t(40, 34),
        color: c.paper,
      }),
      text(t('面包', 'Breads'), 110, 640, 480, {
        size: 54,
        weight: 900,
        font: t('noto-serif-sc', 'playfair-display'),
        color: c.accent,
      }),
      ...priceRows(
        t(
          [
            ['全麦酸种', '32'],
            ['海盐可颂', '16'],
            ['黑芝麻贝果', '14'],
            ['红豆吐司', '26'],
            ['橄榄佛卡夏', '22'],
          ],
          [
            ['Country sourdough', '$8'],
            ['Sea salt croissant', '$4'],
            ['Sesame bagel', '$3.5'],
            ['Milk loaf', '$7'],
            ['Olive focaccia', '$6'],
          ],
        ),
        { x: 110, y: 740, width: 480, gap: 84, size: 34, color: c.ink, line: c.second },
      ),
      text(t('甜点', 'Sweets'), 660, 640, 470, {
        size: 54,
        weight: 900,
        font: t('noto-serif-sc', 'playfair-display'),
        color: c.accent,
      }),
      ...priceRows(
        t(
          [
            ['肉桂卷', '18'],
            ['柠檬塔', '24'],
            ['巴斯克', '28'],
            ['可露丽', '12'],
            ['苹果派', '22'],
          ],
          [
            ['Cinnamon roll', '$4.5'],
            ['Lemon tart', '$6'],
            ['Burnt cheesecake', '$7'],
            ['Canelé', '$3'],
            ['Apple pie', '$5.5'],
          ],
        ),
        { x: 660, y: 740, width: 470, gap: 84, size: 34, color: c.ink, line: c.second },
      ),
      box(110, 1230, 1020, 300, c.soft, { radius: 0.1 }),
      art(loaf(c.second, c.accent, c.paper), 160, 1270, 220, 220),
      text(t('早餐套餐', 'Breakfast set'), 430, 1282, 640, { size: 48, weight: 700, color: c.ink }),
      text(
        t(
          '任选一款面包，配一杯拿铁或豆浆\n工作日十点前 28 元',
          'Any pastry with a latte or fresh juice,\n$9 on weekdays before ten',
        ),
        430,
        1362,
        660,
        {
          size: 33,
          color: c.ink,
          leading: 1.55,
        },
      ),
      rule(110, 1610, 1020, 3, c.second),
      text(
        t('梧桐路 18 号　6:00 – 19:00　售完即止', '18 Maple Street · 6 am – 7 pm · until sold out'),
        110,
        1640,
        1020,
        {
          size: 32,
          color: c.ink,
          align: 'center',
        },
      ),
    ];
  },
});
