// A video thumbnail: half a picture, half a claim in letters that are legible at the size of a stamp.
import { stripes } from '../../patterns.ts';
import { art, box, cover, shape, text } from '../../sketch.ts';
import { portrait } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const vlogCover = defineTemplate({
  id: 'vlog-cover',
  category: 'cover',
  size: 'video',
  title: { zh: '租房改造视频封面', en: 'Makeover video thumbnail' },
  tags: { zh: '视频封面 vlog 抖音 B站 YouTube 改造', en: 'youtube thumbnail vlog video channel room' },
  palette: 'citrus',
  background: 'second',
  draw: ({ c, w, h, t }) => [
    cover(stripes(w, h, 46, c.soft, false, 0.6), 0, 0, w, h),
    art(portrait(c), 700, 0, 580, 720, { slot: 'picture' }),
    box(660, -40, 60, 800, c.second, { degrees: 5, isLocked: true }),
    text(t('五百块\n改造出租屋', 'ROOM\nMAKEOVER\nFOR $70'), 50, t(110, 60), 640, {
      size: t(122, 168),
      font: t('noto-sans-sc', 'bebas-neue'),
      weight: 900,
      color: c.ink,
      leading: t(1.2, 0.98),
    }),
    box(50, t(450, 590), t(430, 430), 96, c.accent, { degrees: -2 }),
    text(t('房东都惊了', 'even my landlord stared'), 66, t(458, 610), 400, {
      size: t(62, 30),
      weight: 900,
      color: c.paper,
      align: 'center',
      degrees: -2,
    }),
    shape('arrow', 470, t(540, 470), 190, 40, { stroke: c.ink, strokeWidth: 12, degrees: -16 }),
  ],
});
