// An avatar for two: two hearts with a picture each.
import { confetti } from '../../patterns.ts';
import { art, cover, text } from '../../sketch.ts';
import { portrait } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const coupleHearts = defineTemplate({
  id: 'couple-hearts',
  category: 'avatar',
  size: 'avatar',
  title: { zh: '情侣头像框', en: 'Couple frame' },
  tags: { zh: '情侣 头像 爱心 七夕 情人节', en: 'couple avatar hearts valentine love' },
  palette: 'lilac',
  draw: ({ c, w, h, t }) => [
    cover(
      confetti(w, h, 60, 24, [c.second, c.soft, c.accent], 5, (_, y) => y < 130 || y > 700),
      0,
      0,
      w,
      h,
    ),
    art(portrait(c), 40, 120, 430, 420, {
      frame: { shape: 'heart', borderWidth: 14, borderColor: c.second },
      degrees: -8,
      slot: 'picture',
    }),
    art(portrait({ ...c, soft: c.second, second: c.soft }), 340, 210, 430, 420, {
      frame: { shape: 'heart', borderWidth: 14, borderColor: c.accent },
      degrees: 8,
      slot: 'picture',
    }),
    text(t('第 520 天', 'Day 520'), 60, t(670, 660), 460, {
      size: t(72, 76),
      font: t('zcool-kuaile', 'pacifico'),
      color: c.accent,
      leading: 1.3,
    }),
  ],
});
