// A hot pot menu: broths as discs across the top, plates below.
import { scales } from '../../patterns.ts';
import { hotPot } from '../../pictures.ts';
import { priceRows } from '../../price-rows.ts';
import { art, box, cover, disc, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const hotPotNight = defineTemplate({
  id: 'hot-pot-night',
  category: 'menu',
  size: 'a4',
  title: { zh: '老灶火锅菜单', en: 'Hot pot menu' },
  tags: { zh: '火锅 菜单 川菜 锅底 价目表 餐厅', en: 'hot pot menu sichuan broth restaurant' },
  palette: 'vermilion',
  draw: ({ c, w, h, t }) => {
    const broths = t(
      [
        ['牛油红锅', '68'],
        ['菌王清汤', '58'],
        ['番茄浓汤', '48'],
      ],
      [
        ['Spicy tallow', '$18'],
        ['Mushroom', '$15'],
        ['Tomato', '$13'],
      ],
    );
    return [
      cover(scales(w, 620, 74, c.ground, c.soft, 4), 0, 0, w, 620),
      art(hotPot(c.second, c.accent, c.ink), 800, 90, 360, 330),
      text(t('老灶火锅', 'Old Stove\nHot Pot'), 90, t(130, 90), 760, {
        size: t(176, 128),
        font: t('ma-shan-zheng', 'playfair-display'),
        weight: t(400, 900),
        color: c.ink,
        leading: t(1.25, 1.1),
      }),
      text(t('一九九八年开始炒底料', 'stirring since 1998'), 96, t(370, 390), 640, { size: 42, color: c.accent }),
      ...broths.flatMap(([name = '', price = ''], index) => {
        const x = 250 + index * 370;
        return [
          disc(x, 640, 150, c.accent),
          disc(x, 640, 136, c.second),
          text(name, x - 130, 585, 260, { size: t(48, 36), weight: 900, color: c.ink, align: 'center' }),
          text(price, x - 120, 652, 240, { size: 44, weight: 700, color: c.accent, align: 'center' }),
        ];
      }),
      box(80, 840, 1080, 690, c.paper, { radius: 0.03 }),
      text(t('荤菜', 'Meat'), 140, 880, 440, { size: 54, weight: 900, color: c.accent }),
      ...priceRows(
        t(
          [
            ['鲜毛肚', '48'],
            ['现切牛肉', '46'],
            ['手打虾滑', '42'],
            ['鸭肠', '36'],
            ['午餐肉', '26'],
          ],
          [
            ['Beef tripe', '$14'],
            ['Fresh beef', '$13'],
            ['Shrimp paste', '$12'],
            ['Pork belly', '$10'],
            ['Meatballs', '$8'],
          ],
        ),
        { x: 140, y: 980, width: 440, gap: 96, size: 40, color: c.ink, line: c.soft },
      ),
      text(t('素菜', 'Greens'), 670, 880, 440, { size: 54, weight: 900, color: c.accent }),
      ...priceRows(
        t(
          [
            ['贡菜', '18'],
            ['藕片', '16'],
            ['冻豆腐', '14'],
            ['红薯粉', '12'],
            ['豌豆尖', '18'],
          ],
          [
            ['Lotus root', '$5'],
            ['Frozen tofu', '$5'],
            ['Glass noodles', '$4'],
            ['Pea shoots', '$6'],
            ['Mushrooms', '$6'],
          ],
        ),
        { x: 670, y: 980, width: 440, gap: 96, size: 40, color: c.ink, line: c.soft },
      ),
      text(
        t('17:00 – 02:00　蘸料与小菜自取，不另收费', '5 pm – 2 am · dips and sides are on the house'),
        80,
        1600,
        1080,
        { size: 42, weight: 700, color: c.ink, align: 'center' },
      ),
    ].filter(layer => layer.height <= h + 200);
  },
});
