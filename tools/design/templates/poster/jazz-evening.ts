// A jazz evening in a small hall: arcs of light, a guitar, and a serif as on old concert posters.
import { circle } from '../../outline.ts';
import { dots } from '../../patterns.ts';
import { guitar } from '../../pictures.ts';
import { art, cover, rule, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const jazzEvening = defineTemplate({
  id: 'jazz-evening',
  category: 'poster',
  size: 'a4',
  title: { zh: '爵士之夜', en: 'An evening of jazz' },
  tags: { zh: '音乐会 演出 吉他 酒吧 门票', en: 'concert show guitar bar ticket music' },
  palette: 'wine',
  draw: ({ c, w, h, t }) => [
    cover(
      [
        { path: circle(w / 2, 820, 560), fill: c.second },
        { path: circle(w / 2, 820, 420), fill: c.soft },
        { path: circle(w / 2, 820, 290), fill: c.accent },
        ...dots(w, h, 46, 3, c.ink, 0.12),
      ],
      0,
      0,
      w,
      h,
    ),
    art(guitar(c.ink, c.ground, c.ground), 250, 400, 800, 800, { degrees: 4 }),
    text(t('爵士之夜', 'An Evening of Jazz'), 80, t(96, 110), 1080, {
      size: t(210, 118),
      font: t('noto-serif-sc', 'playfair-display'),
      weight: 900,
      color: c.ink,
      align: 'center',
      leading: 1.15,
      track: t(0.06, 0),
    }),
    text(t('三重奏与一把旧吉他', 'A trio and one old guitar'), 80, t(352, 262), 1080, {
      size: 46,
      color: c.accent,
      font: t('noto-serif-sc', 'playfair-display'),
      isItalic: t(false, true),
      align: 'center',
    }),
    rule(520, 1376, 200, 5, c.accent),
    text(t('11 月 8 日　周五　20:00', 'Friday 8 November, 8 pm'), 80, 1416, 1080, {
      size: 64,
      font: t('noto-serif-sc', 'playfair-display'),
      weight: t(900, 700),
      color: c.ink,
      align: 'center',
    }),
    text(
      t(
        '河岸小剧场　票价 120 元，含一杯饮品\n座位六十席，请提前到场',
        'The Riverside Stage · $18 with one drink\nSixty seats, so come early',
      ),
      80,
      1530,
      1080,
      {
        size: 38,
        color: c.ink,
        align: 'center',
        leading: 1.6,
      },
    ),
  ],
});
