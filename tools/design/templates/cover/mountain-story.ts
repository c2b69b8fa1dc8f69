// A header for a travel story: peaks in three tones, the title in the sky.
import { circle } from '../../outline.ts';
import { graded, hills, peaks, wash } from '../../patterns.ts';
import { cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const mountainStory = defineTemplate({
  id: 'mountain-story',
  category: 'cover',
  size: 'article',
  title: { zh: '山野徒步首图', en: 'Mountain story header' },
  tags: { zh: '公众号 首图 徒步 户外 旅行 山', en: 'article header hiking outdoor travel blog' },
  palette: 'forest',
  draw: ({ c, w, h, t }) => [
    cover([...wash(w, h, graded(90, c.soft, c.ground)), { path: circle(1600, 330, 110), fill: c.second }], 0, 0, w, h),
    cover(
      [peaks(w, h, 470, 240, 4, 3, c.soft), hills(w, h, 560, 60, 5, c.accent), hills(w, h, 660, 40, 14, c.ink)],
      0,
      0,
      w,
      h,
    ),
    text(t('进山三日，手机没信号', 'Three days without a signal'), 110, t(130, 120), 1500, {
      size: t(118, 104),
      font: t('noto-serif-sc', 'playfair-display'),
      weight: 900,
      color: c.ink,
      leading: 1.2,
    }),
    text(t('徒步笔记　第 12 期', 'Trail notes, no. 12'), 114, t(300, 272), 900, {
      size: 46,
      color: c.ink,
      weight: 500,
      track: 0.04,
    }),
  ],
});
