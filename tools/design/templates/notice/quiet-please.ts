// A sign for a library or a ward: one word, a crescent, much empty space.
import { circle } from '../../outline.ts';
import { starrySky } from '../../patterns.ts';
import { cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const quietPlease = defineTemplate({
  id: 'quiet-please',
  category: 'notice',
  size: 'square',
  title: { zh: '请保持安静', en: 'Quiet please' },
  tags: { zh: '安静 提示牌 图书馆 病房 自习室', en: 'quiet silence sign library ward study' },
  palette: 'night',
  draw: ({ c, w, h, t }) => [
    cover(
      [
        ...starrySky(w, h, 70, c.ink, 31),
        { path: circle(540, 330, 190), fill: c.accent },
        { path: circle(625, 285, 165), fill: c.ground },
      ],
      0,
      0,
      w,
      h,
    ),
    text(t('嘘', 'Shh'), 240, t(530, 540), 600, {
      size: t(230, 190),
      font: t('ma-shan-zheng', 'pacifico'),
      color: c.ink,
      align: 'center',
      leading: 1.2,
    }),
    text(t('有人正在读书', 'Somebody is reading'), 90, 830, 900, {
      size: 62,
      weight: 700,
      color: c.ink,
      align: 'center',
    }),
    text(t('手机静音，脚步放轻', 'Phones on silent, steps on tiptoe'), 90, 930, 900, {
      size: 40,
      color: c.accent,
      align: 'center',
    }),
  ],
});
