// A first birthday: balloons, a round picture, a large name.
import { confetti } from '../../patterns.ts';
import { balloon, cake } from '../../pictures.ts';
import { art, cover, text } from '../../sketch.ts';
import { portrait } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const firstBirthday = defineTemplate({
  id: 'first-birthday',
  category: 'social',
  size: 'square',
  title: { zh: '宝宝一周岁', en: 'First birthday' },
  tags: { zh: '生日 周岁 宝宝 蛋糕 气球 祝福', en: 'baby birthday one year cake balloon party' },
  palette: 'mint',
  background: 'soft',
  draw: ({ c, w, h, t }) => [
    cover(
      confetti(
        w,
        h,
        130,
        26,
        [c.accent, c.second, c.paper],
        8,
        (x, y) => Math.hypot(x - 540, y - 420) > 380 && y < 760,
      ),
      0,
      0,
      w,
      h,
    ),
    art(portrait(c), 250, 130, 580, 580, {
      frame: { shape: 'circle', borderWidth: 20, borderColor: c.paper },
      slot: 'picture',
    }),
    art(balloon(c.second, c.paper, c.accent), 50, 110, 220, 260, { degrees: -10 }),
    art(balloon(c.accent, c.second, c.ink), 820, 70, 220, 260, { degrees: 12 }),
    art(cake(c.second, c.paper, c.accent), 730, 520, 250, 250),
    text(t('一岁啦！', 'One today!'), 60, t(735, 745), 960, {
      size: t(180, 150),
      font: t('zcool-kuaile', 'pacifico'),
      color: c.ink,
      align: 'center',
      leading: t(1.15, 1.25),
    }),
    text(t('谢谢每一位看着她长大的人', 'Thank you for watching her grow'), 60, 965, 960, {
      size: 44,
      weight: 500,
      color: c.ink,
      align: 'center',
    }),
  ],
});
