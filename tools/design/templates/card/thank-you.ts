// A thank-you note: a ring of leaves and script lettering.
import { leaf } from '../../outline.ts';
import { cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const thankYou = defineTemplate({
  id: 'thank-you',
  category: 'card',
  size: 'square',
  title: { zh: '感谢卡', en: 'Thank-you card' },
  tags: { zh: '感谢 售后卡 贺卡 花环 客户', en: 'thanks note greeting wreath customer' },
  palette: 'forest',
  background: 'paper',
  draw: ({ c, w, h, t }) => {
    const ring = (count: number, far: number, long: number, wide: number, turn: number) =>
      Array.from({ length: count }, (_, index) => {
        const angle = (index / count) * 360;
        const [x, y] = [540 + Math.cos((angle * Math.PI) / 180) * far, 540 + Math.sin((angle * Math.PI) / 180) * far];
        return leaf(x, y, long, wide, angle + turn);
      }).join('');
    return [
      cover(
        [
          { path: ring(26, 370, 110, 34, 62), fill: c.accent },
          { path: ring(26, 365, 84, 26, -62), fill: c.second },
          { path: ring(40, 420, 60, 16, 40), fill: c.soft },
        ],
        0,
        0,
        w,
        h,
      ),
      text(t('谢谢', 'Thank\nyou'), 240, t(380, 350), 600, {
        size: t(220, 128),
        font: t('ma-shan-zheng', 'pacifico'),
        color: c.ink,
        align: 'center',
        leading: t(1.2, 1.25),
      }),
      text(t('谢谢您选了这家小店', 'for choosing a small shop'), 260, t(680, 720), 560, {
        size: t(38, 34),
        color: c.ink,
        align: 'center',
      }),
    ];
  },
});
