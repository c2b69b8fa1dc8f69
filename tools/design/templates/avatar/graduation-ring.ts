// An avatar for graduates, with a ring.
import { icon } from '../../icons.ts';
import { sparkle } from '../../outline.ts';
import { art, box, cover, disc, text } from '../../sketch.ts';
import { portrait } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const graduationRing = defineTemplate({
  id: 'graduation-ring',
  category: 'avatar',
  size: 'avatar',
  title: { zh: '毕业季头像框', en: 'Graduation frame' },
  tags: { zh: '毕业 头像 学士 校园 纪念', en: 'graduation avatar class of school profile' },
  palette: 'cobalt',
  draw: ({ c, w, h, t }) => [
    disc(400, 390, 350, c.accent),
    disc(400, 390, 328, c.ground),
    art(portrait(c), 100, 90, 600, 600, { frame: { shape: 'circle' }, slot: 'picture' }),
    cover([{ path: sparkle(90, 120, 50) + sparkle(716, 150, 38) + sparkle(66, 560, 30), fill: c.accent }], 0, 0, w, h),
    disc(650, 570, 92, c.accent),
    icon('graduation-cap', 585, 505, 130, c.ground, 2),
    box(150, 650, 500, 110, c.second, { radius: 0.5 }),
    text(t('毕业快乐', 'Class of 2026'), 160, 670, 480, {
      size: t(64, 52),
      weight: 900,
      color: c.ink,
      align: 'center',
      leading: t(1.1, 1.35),
    }),
  ],
});
