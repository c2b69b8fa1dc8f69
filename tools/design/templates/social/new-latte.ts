// A new drink at a café: the cup in front of a terrazzo wall, with a label as on a tin.
import { circle } from '../../outline.ts';
import { terrazzo } from '../../patterns.ts';
import { coffeeCup } from '../../pictures.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const newLatte = defineTemplate({
  id: 'new-latte',
  category: 'social',
  size: 'portrait',
  title: { zh: '咖啡店上新', en: 'New at the café' },
  tags: { zh: '新品 上新 咖啡 饮品 奶茶 小红书', en: 'new drink coffee latte launch' },
  palette: 'clay',
  draw: ({ c, w, h, t }) => [
    cover(terrazzo(w, h, 190, 34, [c.soft, c.second, c.paper], 33), 0, 0, w, h),
    cover([{ path: circle(540, 800, 390), fill: c.accent }], 0, 0, w, h),
    art(coffeeCup(c.paper, c.second, c.paper), 290, 540, 520, 520),
    box(90, 90, 900, 250, c.paper, { radius: 0.14 }),
    text(t('桂花拿铁', 'Osmanthus Latte'), 130, t(118, 132), 820, {
      size: t(116, 88),
      font: t('noto-serif-sc', 'playfair-display'),
      weight: 900,
      color: c.ink,
      align: 'center',
      leading: 1.2,
      track: t(0.06, 0),
    }),
    text(t('秋天的第一口甜', 'the first sip of autumn'), 130, 260, 820, {
      size: 38,
      color: c.accent,
      align: 'center',
      weight: 500,
    }),
    box(180, 1220, 720, 130, c.ink, { radius: 0.5 }),
    text(t('9 月 1 日起　每杯 26 元', 'From 1 September, $6 a cup'), 210, 1256, 660, {
      size: t(46, 42),
      weight: 700,
      color: c.paper,
      align: 'center',
    }),
  ],
});
