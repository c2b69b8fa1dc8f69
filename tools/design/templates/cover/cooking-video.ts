// A thumbnail for a cooking video: the dish fills the frame, the name is on a torn strip.
import { burst } from '../../outline.ts';
import { hotPot } from '../../pictures.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { dish } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const cookingVideo = defineTemplate({
  id: 'cooking-video',
  category: 'cover',
  size: 'video',
  title: { zh: '美食视频封面', en: 'Cooking video thumbnail' },
  tags: { zh: '做饭 菜谱 火锅 视频封面 教程', en: 'cooking recipe video thumbnail hot pot kitchen' },
  palette: 'tomato',
  draw: ({ c, w, h, t }) => [
    art(dish(c), 560, -90, 900, 900, { slot: 'picture' }),
    cover([{ path: `M0 0H700L560 ${h}H0Z`, fill: c.accent }], 0, 0, w, h),
    art(hotPot(c.second, c.paper, c.ink), 80, 60, 260, 240),
    text(t('牛油火锅', 'HOT POT'), 60, 300, 560, {
      size: t(140, 200),
      font: t('noto-sans-sc', 'bebas-neue'),
      weight: 900,
      color: c.paper,
      leading: 1.1,
    }),
    text(t('在家做，比店里香', 'At home, better than out'), 64, t(480, 530), 520, {
      size: t(56, 42),
      weight: 700,
      color: c.paper,
    }),
    cover([{ path: burst(120, 120, 16, 118, 98), fill: c.second }], 980, 440, 240, 240, {
      isLocked: false,
      degrees: 10,
    }),
    text(t('30\n分钟', '30\nmin'), 1000, 488, 200, {
      size: 64,
      weight: 900,
      color: c.ink,
      align: 'center',
      leading: 1.1,
      degrees: 10,
    }),
    box(0, h - 14, w, 14, c.second, { isLocked: true }),
  ],
});
