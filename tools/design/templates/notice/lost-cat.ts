// A lost cat: a large picture and distinguishing marks, legible at a distance.
import { cat } from '../../pictures.ts';
import { art, box, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const lostCat = defineTemplate({
  id: 'lost-cat',
  category: 'notice',
  size: 'a4',
  title: { zh: '寻猫启事', en: 'Lost cat notice' },
  tags: { zh: '寻猫 寻宠 启事 走失 宠物 小区', en: 'lost cat missing pet reward street poster' },
  palette: 'tomato',
  background: 'second',
  draw: ({ c, w, t }) => [
    text(t('寻猫', 'LOST CAT'), 60, t(60, 60), 1120, {
      size: t(250, 330),
      font: t('noto-sans-sc', 'bebas-neue'),
      weight: 900,
      color: c.ink,
      align: 'center',
      leading: 1.08,
      track: t(0.2, 0.02),
    }),
    box(190, 400, 860, 700, c.paper, { radius: 0.04 }),
    art(cat(c.accent, c.second, c.ink), 330, 440, 580, 620, { slot: 'picture' }),
    text(t('橘猫，三岁，左耳有缺口', 'Ginger, three years old, a nick in the left ear'), 60, 1140, 1120, {
      size: t(66, 49),
      weight: 900,
      color: c.ink,
      align: 'center',
    }),
    text(
      t(
        '5 月 6 日傍晚在 8 号楼附近走失，胆小，请别追，拍照联系我们',
        'Missing since the evening of 6 May near Block 8. She is shy: please don’t chase her, send us a photo',
      ),
      110,
      1240,
      1020,
      {
        size: t(42, 38),
        color: c.ink,
        align: 'center',
        leading: 1.5,
        lines: 2,
      },
    ),
    box(0, 1420, w, 334, c.ink, { isLocked: true }),
    text('138 0013 8000', 60, 1455, 1120, { size: 130, weight: 900, color: c.second, align: 'center', leading: 1.2 }),
    text(t('找到必有重谢', 'Reward for finding her'), 60, 1630, 1120, {
      size: 52,
      weight: 700,
      color: c.paper,
      align: 'center',
    }),
  ],
});
