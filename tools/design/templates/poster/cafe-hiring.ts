// A café's job offer: a speech bubble across the page, the jobs in two columns.

import { stripes } from '../../patterns.ts';
import { coffeeCup } from '../../pictures.ts';
import { art, box, cover, shape, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const cafeHiring = defineTemplate({
  id: 'cafe-hiring',
  category: 'poster',
  size: 'a4',
  title: { zh: '咖啡店招聘', en: 'Café hiring' },
  tags: { zh: '招聘 招人 招工 咖啡 店员 兼职', en: 'jobs hiring recruit coffee barista part time' },
  palette: 'cobalt',
  draw: ({ c, w, t }) => [
    cover(stripes(w, 330, 44, c.soft, true), 0, 1424, w, 330),
    shape('speech', 70, 90, 1100, 820, { fill: c.accent }),
    text(t('缺人\n缺你', 'We need\none more'), 150, t(110, 130), 940, {
      size: t(270, 196),
      weight: 900,
      color: c.ground,
      leading: 1.12,
      track: t(0, -0.02),
    }),
    art(coffeeCup(c.ink, c.ground, c.accent), 700, 800, 400, 400),
    text(t('全职咖啡师', 'Barista, full time'), 90, 960, 560, { size: 54, weight: 900, color: c.ink }),
    text(
      t(
        '会拉花更好，不会我们教\n月休八天，缴社保',
        'Latte art is a plus, we teach the rest\nTwo days off a week, health insurance',
      ),
      90,
      1040,
      660,
      {
        size: t(40, 36),
        color: c.ink,
        leading: 1.6,
      },
    ),
    text(t('周末兼职', 'Weekend help'), 90, 1190, 560, { size: 54, weight: 900, color: c.ink }),
    text(t('时薪 28 元，管一顿饭', '$17 an hour and lunch on us'), 90, 1270, 660, { size: t(40, 36), color: c.ink }),
    box(90, 1500, 1060, 170, c.ground, { radius: 0.5 }),
    box(90, 1500, 1060, 170, c.paper, { radius: 0.5 }),
    text(t('简历或一张自拍，发到 hi@example.com', 'A CV or a selfie to hi@example.com'), 130, 1552, 980, {
      size: t(48, 46),
      weight: 700,
      color: c.accent,
      align: 'center',
    }),
  ],
});
