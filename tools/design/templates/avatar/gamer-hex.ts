// An avatar for gamers: a glowing hexagon with a level.
import { gridLines } from '../../patterns.ts';
import { art, box, cover, shape, text } from '../../sketch.ts';
import { portrait } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const gamerHex = defineTemplate({
  id: 'gamer-hex',
  category: 'avatar',
  size: 'avatar',
  title: { zh: '游戏玩家头像框', en: 'Gamer frame' },
  tags: { zh: '游戏 电竞 头像 等级 战队', en: 'gaming esports avatar level team' },
  palette: 'neon',
  draw: ({ c, w, h, t }) => [
    cover(gridLines(w, h, 50, c.soft, 2), 0, 0, w, h),
    shape('hexagon', 90, 40, 620, 680, { fill: c.second, stroke: c.accent, strokeWidth: 12 }),
    art(portrait(c), 130, 84, 540, 592, { frame: { shape: 'hexagon' }, slot: 'picture' }),
    box(60, 590, 680, 120, c.ground, { radius: 0.2 }),
    shape('rectangle', 60, 590, 680, 120, { stroke: c.accent, strokeWidth: 5, radius: 0.2 }),
    text(t('深夜五排', 'NIGHT OWLS'), 90, t(612, 606), 420, {
      size: t(64, 80),
      font: t('noto-sans-sc', 'bebas-neue'),
      weight: 900,
      color: c.ink,
      leading: t(1.2, 1.1),
    }),
    text('LV 87', 500, 606, 215, { size: 80, font: 'bebas-neue', color: c.accent, align: 'right', leading: 1.1 }),
  ],
});
