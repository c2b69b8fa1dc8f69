// A profile cover for a gardener: a frieze of tulips with the name in between.
import { tulips } from '../../pictures.ts';
import { art, box, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const gardenJournal = defineTemplate({
  id: 'garden-journal',
  category: 'cover',
  size: 'strip',
  title: { zh: '阳台花园主页封面', en: 'Garden profile cover' },
  tags: { zh: '主页 封面 花园 植物 园艺 微博', en: 'profile cover garden flowers facebook header' },
  palette: 'berry',
  draw: ({ c, w, h, t }) => [
    ...[0, 1, 2].map(index =>
      art(tulips(c.accent, c.ink, c.second), 20 + index * 130, 210 - index * 34, 200, 300 + index * 34),
    ),
    ...[0, 1, 2].map(index =>
      art(tulips(c.second, c.ink, c.accent), 1020 + index * 140, 140 + index * 34, 200, 370 - index * 34),
    ),
    box(0, h - 12, w, 12, c.ink, { isLocked: true }),
    text(t('三楼的阳台花园', 'Third-floor garden'), 410, 130, 680, {
      size: t(84, 68),
      font: t('noto-serif-sc', 'playfair-display'),
      weight: 900,
      color: c.ink,
      align: 'center',
      leading: 1.2,
    }),
    text(t('一平方米，种满四季', 'Four seasons on one balcony'), 430, 262, 640, {
      size: t(40, 36),
      color: c.accent,
      weight: 500,
      align: 'center',
    }),
  ],
});
