// A farmers' market: rolling fields, a house, hand-painted type.
import { circle } from '../../outline.ts';
import { hills, stripes } from '../../patterns.ts';
import { house, pineTree } from '../../pictures.ts';
import { art, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const farmMarket = defineTemplate({
  id: 'farm-market',
  category: 'banner',
  size: 'banner',
  title: { zh: '农夫市集横幅', en: 'Farmers’ market banner' },
  tags: { zh: '农产品 市集 有机 周末 蔬菜 田园', en: 'farm market organic vegetables weekend local' },
  palette: 'pine',
  draw: ({ c, w, h, t }) => [
    cover([{ path: circle(1500, 280, 150), fill: c.accent }], 0, 0, w, h),
    cover([hills(w, h, 480, 70, 2, c.soft)], 0, 0, w, h),
    art(pineTree(c.second, c.ink, c.ink), 1130, 300, 190, 250),
    art(pineTree(c.second, c.ink, c.ink), 1260, 350, 150, 200),
    art(house(c.ink, c.accent, c.second), 1420, 330, 250, 250),
    cover([hills(w, h, 600, 40, 17, c.second), ...stripes(10, 10, 5, c.second)], 0, 0, w, h),
    cover([hills(w, h, 700, 26, 29, c.accent)], 0, 0, w, h),
    text(t('农夫市集', 'Farmers’ Market'), 120, 110, 1100, {
      size: t(200, 124),
      font: t('ma-shan-zheng', 'pacifico'),
      color: c.ink,
      leading: t(1.2, 1.4),
    }),
    text(t('每个周六早上，菜还带着露水', 'Saturday mornings, still wet with dew'), 126, t(380, 330), 960, {
      size: 48,
      color: c.accent,
      weight: 500,
    }),
    text(t('8:00 – 12:00　镇公所广场', '8 am – noon, Town Hall Square'), 126, t(465, 415), 900, {
      size: 40,
      color: c.ink,
    }),
  ],
});
