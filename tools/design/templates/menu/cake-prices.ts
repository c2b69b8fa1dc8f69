// A pastry chef's prices by size, with the user's own picture in a scalloped frame.
import { blossoms, dots } from '../../patterns.ts';
import { cake } from '../../pictures.ts';
import { art, box, cover, shape, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const cakePrices = defineTemplate({
  id: 'cake-prices',
  category: 'menu',
  size: 'square',
  title: { zh: '私房蛋糕价目', en: 'Cake price list' },
  tags: { zh: '蛋糕 甜品 烘焙 私房 价目表 预订', en: 'cake bakery price list order dessert' },
  palette: 'berry',
  draw: ({ c, w, h, t }) => {
    const sizes = t(
      [
        ['6 寸', '3 – 5 人', '168'],
        ['8 寸', '6 – 9 人', '238'],
        ['10 寸', '10 – 14 人', '318'],
      ],
      [
        ['6 inch', 'serves 3 – 5', '$28'],
        ['8 inch', 'serves 6 – 9', '$39'],
        ['10 inch', 'serves 10 – 14', '$52'],
      ],
    );
    return [
      cover(dots(w, h, 54, 6, c.soft), 0, 0, w, h),
      shape('badge', 60, 120, 440, 440, { fill: c.paper }),
      art(cake(c.second, c.paper, c.accent), 135, 190, 290, 290, { slot: 'subject' }),
      text(t('私房蛋糕', 'Cakes to\norder'), 540, t(150, 130), 500, {
        size: t(112, 108),
        font: t('noto-serif-sc', 'playfair-display'),
        weight: 900,
        color: c.ink,
        leading: 1.15,
      }),
      text(t('动物奶油，当天现做', 'Real cream, baked today'), 544, t(310, 400), 480, {
        size: 38,
        color: c.accent,
        weight: 500,
      }),
      text(t('请提前两天预订', 'Two days’ notice, please'), 544, t(376, 462), 480, { size: 34, color: c.ink }),
      ...sizes.flatMap(([size = '', people = '', price = ''], index) => {
        const y = 620 + index * 138;
        return [
          box(60, y, 960, 114, index === 1 ? c.accent : c.paper, { radius: 0.3 }),
          text(size, 110, y + 27, 260, { size: 48, weight: 900, color: index === 1 ? c.paper : c.ink }),
          text(people, 370, y + 34, 320, { size: 38, color: index === 1 ? c.paper : c.ink }),
          text(price, 720, y + 22, 250, {
            size: 56,
            weight: 900,
            color: index === 1 ? c.paper : c.accent,
            align: 'right',
          }),
        ];
      }),
      cover(
        blossoms(
          [
            [1010, 70, 60],
            [940, 40, 40],
            [80, 590, 44],
          ],
          c.second,
          c.accent,
        ),
        0,
        0,
        w,
        h,
      ),
    ];
  },
});
