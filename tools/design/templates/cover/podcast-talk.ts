// A podcast cover: a waveform of bars, the host's picture in a circle.

import { mulberry32 } from 'contract/random.ts';
import { icon } from '../../icons.ts';
import { rect } from '../../outline.ts';
import { art, cover, disc, text } from '../../sketch.ts';
import { portrait } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const podcastTalk = defineTemplate({
  id: 'podcast-talk',
  category: 'cover',
  size: 'square',
  title: { zh: '播客封面', en: 'Podcast cover' },
  tags: { zh: '播客 电台 节目 声音 访谈 小宇宙', en: 'podcast radio show audio talk interview' },
  palette: 'lilac',
  background: 'accent',
  draw: ({ c, w, t }) => {
    const next = mulberry32(44);
    const bars = Array.from({ length: 36 }, (_, index) => {
      const high = 60 + next() * 360 * Math.sin(((index + 1) / 37) * Math.PI);
      return rect(index * 30, 210 - high / 2, 16, high, 8);
    });
    return [
      cover([{ path: bars.join(''), fill: c.second }], 0, 330, w, 420),
      art(portrait(c), 330, 330, 420, 420, {
        frame: { shape: 'circle', borderWidth: 18, borderColor: c.paper },
        slot: 'picture',
      }),
      text(t('下班以后聊', 'After Hours'), 60, 80, 960, {
        size: t(170, 150),
        font: t('zcool-kuaile', 'playfair-display'),
        weight: t(400, 900),
        color: c.paper,
        align: 'center',
        leading: 1.2,
      }),
      disc(742, 700, 70, c.second),
      icon('mic', 702, 660, 80, c.ink, 2.2),
      text(t('两个普通人，聊不普通的小事', 'Two ordinary people, one odd topic a week'), 60, 830, 960, {
        size: t(52, 44),
        weight: 700,
        color: c.paper,
        align: 'center',
      }),
      text(t('每周四更新', 'new every Thursday'), 60, 930, 960, {
        size: 40,
        color: c.paper,
        align: 'center',
        weight: 500,
      }),
    ];
  },
});
