// A birthday card: a gift box in a burst of confetti.
import { confetti } from '../../patterns.ts';
import { gift } from '../../pictures.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const birthdayGift = defineTemplate({
  id: 'birthday-gift',
  category: 'card',
  size: 'square',
  title: { zh: '生日贺卡', en: 'Birthday card' },
  tags: { zh: '生日 祝福 贺卡 礼物 朋友', en: 'birthday card greeting present friend' },
  palette: 'cobalt',
  draw: ({ c, w, h, t }) => [
    cover(
      confetti(
        w,
        h,
        150,
        34,
        [c.accent, c.ink, c.soft],
        19,
        (x, y) => y < 760 && !(y > 90 && y < 430 && x > 90 && x < 990),
      ),
      0,
      0,
      w,
      h,
    ),
    text(t('生日快乐', 'Happy\nbirthday'), 80, t(150, 110), 920, {
      size: t(220, 150),
      font: t('zcool-kuaile', 'pacifico'),
      color: c.ink,
      align: 'center',
      leading: t(1.15, 1.2),
    }),
    art(gift(c.ink, c.accent, c.ink), 350, 470, 380, 400),
    box(0, 868, w, 212, c.accent, { isLocked: true }),
    text(t('愿你想要的，都在路上', 'May all you wish for be on its way'), 80, 932, 920, {
      size: t(56, 46),
      weight: 700,
      color: c.ground,
      align: 'center',
    }),
  ],
});
