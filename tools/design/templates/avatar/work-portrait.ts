// A professional portrait: a plain disc, a title below, an icon in the corner.

import { icon } from '../../icons.ts';
import { circle } from '../../outline.ts';
import { graded } from '../../patterns.ts';
import { art, cover, disc, text } from '../../sketch.ts';
import { portrait } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const workPortrait = defineTemplate({
  id: 'work-portrait',
  category: 'avatar',
  size: 'avatar',
  title: { zh: '职场头像框', en: 'Work portrait frame' },
  tags: { zh: '职场 商务 头像 领英 求职 认证', en: 'work business avatar linkedin profile open to work' },
  palette: 'ocean',
  background: 'paper',
  draw: ({ c, w, h, t }) => [
    cover([{ path: circle(400, 400, 390), fill: graded(45, c.accent, c.soft) }], 0, 0, w, h),
    art(portrait(c), 70, 70, 660, 660, {
      frame: { shape: 'circle', borderWidth: 16, borderColor: c.paper },
      slot: 'picture',
    }),
    cover(
      [{ path: 'M60 560A372 372 0 0 0 740 560L690 540A330 330 0 0 1 110 540Z', fill: c.accent, opacity: 0 }],
      0,
      0,
      w,
      h,
    ),
    disc(660, 660, 96, c.paper),
    disc(660, 660, 80, c.accent),
    icon('check', 612, 612, 96, c.paper, 3),
    text(t('开放求职', 'Open to work'), 130, t(640, 646), 420, {
      size: t(60, 50),
      weight: 900,
      color: c.ink,
      align: 'center',
      leading: 1.3,
      plate: { color: c.second, opacity: 1, radius: 0.5 },
    }),
  ],
});
