// A round badge for a sports team: name above, year below, stars at the sides.
import { burst } from '../../outline.ts';
import { trophy } from '../../pictures.ts';
import { art, cover, disc, shape, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const teamBadge = defineTemplate({
  id: 'team-badge',
  category: 'avatar',
  size: 'avatar',
  title: { zh: '球队队徽头像', en: 'Team badge' },
  tags: { zh: '球队 队徽 篮球 足球 俱乐部 头像', en: 'team badge club football basketball logo' },
  palette: 'pine',
  background: null,
  draw: ({ c, w, h, t }) => [
    shape('badge', 10, 10, 780, 780, { fill: c.accent }),
    disc(400, 400, 350, c.ground),
    shape('ellipse', 74, 74, 652, 652, { stroke: c.accent, strokeWidth: 6 }),
    art(trophy(c.accent, c.ink, c.ground), 275, 225, 250, 250),
    cover([{ path: burst(160, 390, 5, 34, 15) + burst(640, 390, 5, 34, 15), fill: c.accent }], 0, 0, w, h, {
      isLocked: false,
    }),
    text(t('梧桐路队', 'MAPLE ST'), 160, t(116, 118), 480, {
      size: t(82, 104),
      font: t('noto-sans-sc', 'bebas-neue'),
      weight: 900,
      color: c.ink,
      align: 'center',
      leading: 1.1,
      track: t(0.04, 0.04),
    }),
    text(t('业余但认真', 'SERIOUS AMATEURS'), 170, 500, 460, {
      size: t(56, 58),
      font: t('noto-sans-sc', 'bebas-neue'),
      weight: 700,
      color: c.accent,
      align: 'center',
      leading: 1.2,
    }),
    text(t('始于 2019', 'SINCE 2019'), 220, 590, 360, {
      size: t(42, 50),
      font: t('noto-sans-sc', 'bebas-neue'),
      color: c.ink,
      align: 'center',
      leading: 1.2,
    }),
  ],
});
