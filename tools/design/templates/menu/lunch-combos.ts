// A burger stand: bold letters, awning stripes, three combos.

import { icon } from '../../icons.ts';
import { stripes } from '../../patterns.ts';
import { box, cover, disc, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const lunchCombos = defineTemplate({
  id: 'lunch-combos',
  category: 'menu',
  size: 'portrait',
  title: { zh: '工作日午餐套餐', en: 'Lunch combos' },
  tags: { zh: '套餐 午餐 便当 快餐 外卖 菜单', en: 'lunch combo set menu takeaway fast food' },
  palette: 'tomato',
  draw: ({ c, w, t }) => {
    const combos = [
      {
        name: t('照烧鸡腿饭', 'Teriyaki chicken'),
        about: t('配味噌汤、溏心蛋', 'with miso soup and a soft egg'),
        price: t('26', '$9'),
        sign: 'egg-fried',
      },
      {
        name: t('番茄牛腩面', 'Beef noodles'),
        about: t('配拌黄瓜、可续面', 'with cucumber, noodles refilled'),
        price: t('28', '$10'),
        sign: 'soup',
      },
      {
        name: t('时蔬藜麦碗', 'Greens and quinoa'),
        about: t('全素，配烤南瓜', 'vegan, with roast pumpkin'),
        price: t('24', '$8'),
        sign: 'salad',
      },
    ] as const;
    return [
      cover(stripes(w, 150, 60, c.accent, true), 0, 0, w, 150),
      text(t('午餐三选一', 'Pick your lunch'), 70, 210, 940, {
        size: t(150, 112),
        weight: 900,
        color: c.ink,
        leading: 1.15,
      }),
      text(
        t('工作日 11:00 – 14:00，都送一杯柠檬茶', 'Weekdays 11 am – 2 pm, iced tea included'),
        74,
        t(400, 360),
        940,
        { size: 42, color: c.accent, weight: 700 },
      ),
      ...combos.flatMap(({ name, about, price, sign }, index) => {
        const y = 500 + index * 270;
        return [
          box(70, y, 940, 236, c.paper, {
            radius: 0.14,
            shadow: { color: c.ink, opacity: 0.12, blur: 30, x: 0, y: 8 },
          }),
          disc(190, y + 118, 84, c.second),
          icon(sign, 136, y + 64, 108, c.ink, 1.8),
          text(name, 310, y + 46, 500, { size: t(58, 50), weight: 900, color: c.ink }),
          text(about, 310, y + 134, 520, { size: t(36, 32), color: c.ink }),
          text(price, 790, y + 64, 190, {
            size: t(90, 84),
            weight: 900,
            color: c.accent,
            align: 'right',
            leading: 1.2,
          }),
        ];
      }),
      text(t('扫桌上的码直接下单', 'Order at the counter or from your table'), 70, 1340, 940, {
        size: 40,
        color: c.ink,
        align: 'center',
      }),
    ];
  },
});
