// A header for film reviews: a film strip with a wide picture.
import { rect } from '../../outline.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { landscape } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const filmReview = defineTemplate({
  id: 'film-review',
  category: 'cover',
  size: 'article',
  title: { zh: '影评首图', en: 'Film review header' },
  tags: { zh: '电影 影评 推荐 片单 公众号', en: 'film movie review cinema list blog' },
  palette: 'charcoal',
  draw: ({ c, w, h, t }) => {
    const holes = Array.from({ length: 26 }, (_, index) => rect(18 + index * 70, 0, 40, 30, 6)).join('');
    return [
      art(landscape(c), 820, 74, 980, 618, { slot: 'picture' }),
      box(0, 0, w, 74, c.paper, { isLocked: true }),
      box(0, h - 74, w, 74, c.paper, { isLocked: true }),
      cover([{ path: holes, fill: c.ink }], 0, 22, w, 30),
      cover([{ path: holes, fill: c.ink }], 0, h - 52, w, 30),
      text(t('一部慢电影，\n治好了我的急', 'The slow film\nthat cured\nmy hurry'), 90, t(170, 160), 700, {
        size: t(96, 92),
        font: t('noto-serif-sc', 'playfair-display'),
        weight: 900,
        color: c.ink,
        leading: t(1.35, 1.15),
      }),
      text(t('周末片单　豆友推荐', 'Weekend watchlist'), 92, 540, 640, { size: 42, color: c.accent, weight: 500 }),
    ];
  },
});
