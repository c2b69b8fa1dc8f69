// A library's reading week: a wall of book spines under a quiet title.
import { mulberry32 } from 'contract/random.ts';
import { rect } from '../../outline.ts';
import { box, cover, qr, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const bookWeek = defineTemplate({
  id: 'book-week',
  category: 'poster',
  size: 'a4',
  title: { zh: '城市阅读周', en: 'City reading week' },
  tags: { zh: '读书 图书馆 书店 阅读 文化', en: 'library books reading bookshop culture' },
  palette: 'forest',
  draw: ({ c, w, t }) => {
    const next = mulberry32(21);
    const colors = [c.accent, c.second, c.ink, c.soft];
    const shelf = (y: number, height: number) => {
      const parts = [];
      for (let x = 0; x < w; ) {
        const [wide, high] = [26 + next() * 52, height * (0.68 + next() * 0.3)];
        const color = colors[Math.floor(next() * colors.length)]!;
        parts.push({ path: rect(x, y - high, wide - 4, high, 3), fill: color });
        parts.push({
          path: rect(x + wide * 0.25, y - high * 0.82, wide * 0.4, 10),
          fill: color === c.soft ? c.accent : c.paper,
        });
        x += wide;
      }
      return [...parts, { path: rect(0, y, w, 16), fill: c.ink }];
    };
    return [
      text(t('城市阅读周', 'City Reading Week'), 100, 120, 1040, {
        size: t(190, 116),
        font: t('noto-serif-sc', 'playfair-display'),
        weight: 900,
        color: c.ink,
        leading: 1.2,
      }),
      text(t('七天，七十场讲座与读书会', 'Seven days, seventy talks and circles'), 104, t(380, 290), 1000, {
        size: 48,
        font: t('noto-serif-sc', 'playfair-display'),
        color: c.accent,
        isItalic: t(false, true),
      }),
      box(100, t(490, 400), 120, 8, c.second),
      text(
        t(
          '开幕　诗歌之夜　4 月 20 日 19:00\n周三　给孩子的夜读　18:30\n周六　旧书交换市集　全天',
          'Sat 20 April, 7 pm: a night of poems\nWednesday, 6:30 pm: bedtime stories for children\nSaturday, all day: swap your old books',
        ),
        100,
        t(550, 470),
        860,
        {
          size: t(40, 32),
          color: c.ink,
          leading: 1.75,
        },
      ),
      qr('https://example.com/reading-week', 930, t(560, 470), 210, c.ink, c.paper),
      cover([...shelf(330, 330), ...shelf(680, 320), ...shelf(1000, 300)], 0, 754, w, 1000, {}),
    ];
  },
});
