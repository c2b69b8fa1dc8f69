// A New Year card in red and gold: one character as large as the card, on a diamond.
import { scales } from '../../patterns.ts';
import { lantern } from '../../pictures.ts';
import { art, cover, shape, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const newYearRed = defineTemplate({
  id: 'new-year-red',
  category: 'card',
  size: 'portrait',
  title: { zh: '新春福字贺卡', en: 'Lunar New Year card' },
  tags: { zh: '春节 新年 福字 拜年 过年 贺卡', en: 'lunar chinese new year greeting fortune red' },
  palette: 'vermilion',
  draw: ({ c, w, h, t }) => [
    cover(scales(w, h, 72, c.ground, c.soft, 4), 0, 0, w, h),
    shape('diamond', 140, 230, 800, 800, { fill: c.second, stroke: c.accent, strokeWidth: 12 }),
    shape('diamond', 184, 274, 712, 712, { stroke: c.accent, strokeWidth: 4 }),
    text('福', 290, 350, 500, { size: 420, font: 'ma-shan-zheng', color: c.accent, align: 'center', leading: 1.3 }),
    art(lantern(c.accent, c.second), 40, -20, 200, 260),
    art(lantern(c.accent, c.second), 840, -20, 200, 260),
    shape('rectangle', 90, 1110, 900, 250, { fill: c.paper, radius: 0.12 }),
    text(t('岁岁平安', 'Peace, year after year'), 110, t(1138, 1152), 860, {
      size: t(116, 66),
      font: t('ma-shan-zheng', 'playfair-display'),
      weight: t(400, 700),
      color: c.accent,
      align: 'center',
      track: t(0.12, 0),
    }),
    text(t('给您和家人拜年了', 'Happy Lunar New Year to you and yours'), 110, t(1290, 1266), 860, {
      size: t(38, 40),
      color: c.ink,
      align: 'center',
    }),
  ],
});
