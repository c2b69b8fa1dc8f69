// A juice cart: slices of fruit across the page, one colour per drink.
import { circle } from '../../outline.ts';
import { orange } from '../../pictures.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const juiceCart = defineTemplate({
  id: 'juice-cart',
  category: 'menu',
  size: 'portrait',
  title: { zh: '鲜榨果汁菜单', en: 'Juice cart menu' },
  tags: { zh: '果汁 饮品 奶茶 夏天 菜单 摆摊', en: 'juice drinks smoothie summer menu cart' },
  palette: 'citrus',
  background: 'second',
  draw: ({ c, w, h, t }) => {
    const drinks = t(
      [
        ['橙子 + 胡萝卜', '16'],
        ['西瓜 + 薄荷', '15'],
        ['菠萝 + 姜', '18'],
        ['苹果 + 芹菜', '16'],
        ['葡萄柚 + 蜂蜜', '18'],
      ],
      [
        ['Orange + carrot', '$5'],
        ['Melon + mint', '$5'],
        ['Pineapple + ginger', '$6'],
        ['Apple + celery', '$5'],
        ['Grapefruit + honey', '$6'],
      ],
    );
    return [
      cover([{ path: circle(w / 2, -60, 560), fill: c.ground }], 0, 0, w, h),
      art(orange(c.accent, c.paper, c.second), 40, 40, 240, 240),
      art(orange(c.accent, c.paper, c.second), 830, 20, 210, 210, { degrees: 25 }),
      text(t('现榨\n果汁', 'Fresh\nJuice'), 240, t(90, 70), 600, {
        size: t(170, 160),
        font: t('zcool-kuaile', 'pacifico'),
        color: c.accent,
        align: 'center',
        leading: t(1.1, 1.25),
      }),
      ...drinks.flatMap(([name = '', price = ''], index) => {
        const y = 560 + index * 144;
        return [
          box(70, y, 940, 116, index % 2 ? c.ground : c.paper, { radius: 0.5 }),
          text(name, 130, y + 30, 640, { size: t(48, 44), weight: 700, color: c.ink }),
          text(price, 760, y + 28, 190, { size: 52, weight: 900, color: c.accent, align: 'right' }),
        ];
      }),
      text(t('不加糖，不加水，不加冰也行', 'No sugar, no water, ice if you like'), 70, 1310, 940, {
        size: 44,
        weight: 700,
        color: c.ink,
        align: 'center',
      }),
    ];
  },
});
