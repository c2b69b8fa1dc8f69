// An avatar in a wreath of blossoms.

import { leaf } from '../../outline.ts';
import { blossoms } from '../../patterns.ts';
import { art, cover, text } from '../../sketch.ts';
import { portrait } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const blossomWreath = defineTemplate({
  id: 'blossom-wreath',
  category: 'avatar',
  size: 'avatar',
  title: { zh: '花环头像框', en: 'Blossom wreath frame' },
  tags: { zh: '头像 花环 春天 可爱 女生', en: 'avatar wreath flowers spring profile' },
  palette: 'berry',
  background: 'soft',
  draw: ({ c, w, h, t }) => {
    const around = (count: number, far: number, turn: number) =>
      Array.from({ length: count }, (_, index) => {
        const angle = (index / count) * 2 * Math.PI + turn;
        return { x: 400 + Math.cos(angle) * far, y: 370 + Math.sin(angle) * far, degrees: (angle * 180) / Math.PI };
      });
    return [
      art(portrait(c), 130, 100, 540, 540, { frame: { shape: 'circle' }, slot: 'picture' }),
      cover(
        [
          {
            path: around(22, 268, 0)
              .map(({ x, y, degrees }) => leaf(x, y, 76, 22, degrees + 40))
              .join(''),
            fill: c.accent,
          },
          ...blossoms(
            around(11, 296, 0.2).map(({ x, y }, index) => [x, y, 34 + (index % 3) * 13] as const),
            c.second,
            c.accent,
          ),
          ...blossoms(
            around(7, 312, 0.5).map(({ x, y }) => [x, y, 22] as const),
            c.paper,
            c.accent,
          ),
        ],
        0,
        0,
        w,
        h,
        { isLocked: false },
      ),
      text(t('春日在线', 'in full bloom'), 100, t(705, 700), 600, {
        size: t(58, 50),
        font: t('zcool-kuaile', 'pacifico'),
        color: c.accent,
        align: 'center',
        leading: t(1.2, 1.5),
      }),
    ];
  },
});
