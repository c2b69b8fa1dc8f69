// An invitation to neighbours: tulips along the bottom, the things to bring as a list of icons.
import { icon } from '../../icons.ts';
import { tulips } from '../../pictures.ts';
import { art, box, disc, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const gardenDay = defineTemplate({
  id: 'garden-day',
  category: 'notice',
  size: 'a4',
  title: { zh: '社区种花日', en: 'Neighbourhood garden day' },
  tags: { zh: '社区 志愿者 种花 活动 邻居 环保', en: 'community volunteers garden neighbours event green' },
  palette: 'mint',
  draw: ({ c, w, t }) => {
    const things = [
      { name: 'shirt', label: t('旧衣服', 'Old clothes') },
      { name: 'droplets', label: t('水壶', 'A bottle') },
      { name: 'heart', label: t('好心情', 'Good mood') },
    ] as const;
    return [
      text(t('一起把院子\n种满花', 'Let’s fill the\nyard with\nflowers'), 100, t(110, 100), 1040, {
        size: t(180, 150),
        weight: 900,
        color: c.accent,
        leading: t(1.18, 1.1),
      }),
      text(
        t('4 月 13 日　周六上午 9:00，中心花园集合', 'Saturday 13 April, 9 am, in the central garden'),
        104,
        t(580, 640),
        1040,
        { size: t(52, 46), weight: 700, color: c.ink },
      ),
      text(t('花苗和工具由居委会准备', 'We bring the seedlings and the tools'), 104, t(670, 720), 1000, {
        size: 42,
        color: c.ink,
      }),
      ...things.flatMap(({ name, label }, index) => {
        const x = 240 + index * 380;
        return [
          disc(x, 940, 110, c.soft),
          icon(name, x - 60, 880, 120, c.accent, 2),
          text(label, x - 170, 1074, 340, { size: 42, weight: 700, color: c.ink, align: 'center' }),
        ];
      }),
      box(0, 1640, w, 114, c.accent, { isLocked: true }),
      ...[0, 1, 2, 3, 4].map(index =>
        art(tulips(c.second, c.accent, c.ink), 30 + index * 240, 1300 + (index % 2) * 40, 230, 340),
      ),
      text(t('小朋友也欢迎', 'Children are welcome'), 100, 1664, 1040, {
        size: 48,
        weight: 700,
        color: c.paper,
        align: 'center',
      }),
    ];
  },
});
