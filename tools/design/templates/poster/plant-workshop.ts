// A plant workshop: an arch with the user's own picture, leaves from the corners.
import { twig } from '../../patterns.ts';
import { pottedPlant } from '../../pictures.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { room } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const plantWorkshop = defineTemplate({
  id: 'plant-workshop',
  category: 'poster',
  size: 'portrait',
  title: { zh: '苔藓微景观手作课', en: 'Terrarium workshop' },
  tags: { zh: '手作 植物 绿植 课程 体验 周末', en: 'plants craft class diy weekend green' },
  palette: 'mint',
  draw: ({ c, w, h, t }) => [
    cover([...twig(0, 1180, 520, -48, c.soft, 7), ...twig(w, 330, 460, 150, c.soft, 7)], 0, 0, w, h),
    art(room(c), 390, 90, 620, 780, { frame: { shape: 'arch' }, slot: 'picture' }),
    art(pottedPlant(c.accent, c.second, c.ink), 250, 590, 300, 300),
    text(t('苔\n藓\n课', 'Make\na tiny\nforest'), 80, t(90, 110), 300, {
      size: t(170, 86),
      font: t('noto-serif-sc', 'playfair-display'),
      weight: 900,
      color: c.accent,
      leading: 1.14,
    }),
    text(t('两小时，装一座小森林带回家', 'Two hours, and you take it home in a jar'), 80, 930, 920, {
      size: t(60, 46),
      weight: 700,
      color: c.ink,
    }),
    text(
      t('材料、工具和一杯茶都包含在内，零基础也能做', 'Moss, glass, tools and tea included, no experience needed'),
      80,
      t(1030, 1012),
      920,
      {
        size: t(34, 29),
        color: c.ink,
      },
    ),
    box(80, 1130, 920, 200, c.accent, { radius: 0.16 }),
    text(t('5 月 25 日　14:00\n每班八人，168 元', 'Saturday 25 May, 2 pm\nEight seats, $35 each'), 130, 1158, 500, {
      size: 44,
      weight: 700,
      color: c.paper,
      leading: 1.5,
    }),
    text(t('报名 021-5550-0176', 'Call 555-0176'), 600, 1204, 360, {
      size: t(32, 40),
      weight: 700,
      color: c.paper,
      align: 'right',
    }),
  ],
});
