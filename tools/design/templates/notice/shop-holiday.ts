// A shop's holiday hours on a hanging sign.

import { twig } from '../../patterns.ts';
import { box, cover, shape, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const shopHoliday = defineTemplate({
  id: 'shop-holiday',
  category: 'notice',
  size: 'portrait',
  title: { zh: '店铺放假通知', en: 'Holiday hours sign' },
  tags: { zh: '放假 休息 打烊 店铺 国庆 春节', en: 'closed holiday hours shop sign open' },
  palette: 'forest',
  draw: ({ c, w, h, t }) => [
    cover([...twig(-20, 1460, 560, -52, c.soft, 7), ...twig(w + 20, 1460, 560, -128, c.soft, 7)], 0, 0, w, h),
    shape('line', 250, 180, 330, 10, { stroke: c.ink, strokeWidth: 8, degrees: -28 }),
    shape('line', 500, 180, 330, 10, { stroke: c.ink, strokeWidth: 8, degrees: 28 }),
    shape('ellipse', 516, 76, 48, 48, { fill: c.second, stroke: c.ink, strokeWidth: 6 }),
    box(110, 260, 860, 900, c.accent, { radius: 0.06, shadow: { color: c.ink, opacity: 0.28, blur: 50, x: 0, y: 20 } }),
    shape('rectangle', 140, 290, 800, 840, { stroke: c.second, strokeWidth: 5, radius: 0.05 }),
    text(t('暂时打烊', 'We’re away'), 170, 370, 740, {
      size: t(160, 122),
      font: t('noto-serif-sc', 'playfair-display'),
      weight: 900,
      color: c.paper,
      align: 'center',
      leading: 1.2,
    }),
    text(t('10 月 1 日 – 10 月 5 日', '1 – 5 October'), 170, 610, 740, {
      size: t(62, 74),
      weight: 700,
      color: c.second,
      align: 'center',
    }),
    text(t('去山里住几天，充好电就回来', 'Up in the hills for a few days,\nback with new ideas'), 170, 750, 740, {
      size: 44,
      color: c.paper,
      align: 'center',
      leading: 1.5,
    }),
    text(t('10 月 6 日 10:00 照常开门', 'Open again on 6 October, 10 am'), 170, 960, 740, {
      size: t(50, 46),
      weight: 700,
      color: c.paper,
      align: 'center',
    }),
    text(t('急事请留言：hello@example.com', 'Write to hello@example.com'), 110, 1250, 860, {
      size: 38,
      color: c.ink,
      align: 'center',
    }),
  ],
});
