// A header for a technology weekly: a grid in space and an issue number.

import { icon } from '../../icons.ts';
import { rect } from '../../outline.ts';
import { glow, gridLines, rings } from '../../patterns.ts';
import { box, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const techWeekly = defineTemplate({
  id: 'tech-weekly',
  category: 'cover',
  size: 'article',
  title: { zh: '科技周刊首图', en: 'Tech weekly header' },
  tags: { zh: '公众号 科技 人工智能 周报 数码 互联网', en: 'newsletter technology ai weekly digital' },
  palette: 'neon',
  draw: ({ c, w, h, t }) => [
    cover(gridLines(w, h, 76, c.soft, 2), 0, 0, w, h),
    cover([{ path: rect(0, 0, 900, 900), fill: glow(c.second, 0.9) }], 1000, -70, 900, 900),
    cover(rings(450, 450, 120, 430, 60, c.accent, 3), 1000, -70, 900, 900),
    icon('cpu', 1330, 260, 240, c.ink, 1.4),
    box(110, 130, t(250, 290), 70, c.accent, { radius: 0.5 }),
    text(t('第 086 期', 'ISSUE 086'), 110, 142, t(250, 290), {
      size: 36,
      weight: 700,
      color: c.ground,
      align: 'center',
    }),
    text(t('小模型\n正在变聪明', 'Small models\nget clever'), 106, 250, 1000, {
      size: t(140, 132),
      weight: 900,
      color: c.ink,
      leading: 1.15,
    }),
    text(t('本周五条值得读的消息', 'Five stories worth your week'), 112, 610, 900, {
      size: 44,
      color: c.accent,
      weight: 500,
    }),
  ],
});
