// A wedding invitation: an arch with blossoms at its base and a widely spaced serif.
import { blossoms, twig } from '../../patterns.ts';
import { art, cover, rule, shape, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const weddingInvite = defineTemplate({
  id: 'wedding-invite',
  category: 'card',
  size: 'portrait',
  title: { zh: '婚礼请柬', en: 'Wedding invitation' },
  tags: { zh: '请柬 邀请函 婚礼 结婚 喜帖', en: 'wedding invite save the date marriage' },
  palette: 'berry',
  draw: ({ c, w, h, t }) => [
    art([{ path: 'M0 0H100V100H0Z', fill: c.paper }], 130, 110, 820, 1220, {
      frame: { shape: 'arch', borderWidth: 6, borderColor: c.second },
    }),
    cover(
      [
        ...twig(60, h - 60, 420, -70, c.accent, 6, 0.1),
        ...twig(w - 60, h - 60, 420, -110, c.accent, 6, 0.1),
        ...twig(60, h - 40, 300, -40, c.ink, 5, 0.09),
        ...twig(w - 60, h - 40, 300, -140, c.ink, 5, 0.09),
        ...blossoms(
          [
            [110, 1240, 90],
            [250, 1340, 74],
            [60, 1380, 60],
            [970, 1240, 90],
            [830, 1340, 74],
            [1020, 1380, 60],
          ],
          c.second,
          c.accent,
        ),
      ],
      0,
      0,
      w,
      h,
    ),
    text(t('我们结婚啦', 'We’re getting married'), 220, 300, 640, {
      size: 44,
      color: c.accent,
      align: 'center',
      track: t(0.2, 0.02),
      font: t('noto-serif-sc', 'playfair-display'),
    }),
    text(t('新郎\n&\n新娘', 'Name\n&\nName'), 220, 400, 640, {
      size: t(120, 118),
      font: t('noto-serif-sc', 'playfair-display'),
      weight: t(600, 700),
      color: c.ink,
      align: 'center',
      leading: 1.25,
    }),
    rule(440, 880, 200, 3, c.second),
    shape('heart', 522, 864, 36, 34, { fill: c.accent }),
    text(
      t('五月十八日　星期六\n上午十一时　湖畔花园', 'Saturday 18 May, eleven o’clock\nThe Lakeside Garden'),
      220,
      930,
      640,
      {
        size: t(42, 38),
        font: t('noto-serif-sc', 'playfair-display'),
        color: c.ink,
        align: 'center',
        leading: 1.7,
      },
    ),
    text(t('诚邀您来见证', 'Please be with us'), 220, 1110, 640, { size: 36, color: c.ink, align: 'center' }),
  ],
});
