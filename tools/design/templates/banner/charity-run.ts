// A stadium banner for a charity run: broad bands and a date that is legible from afar.
import { icon } from '../../icons.ts';
import { cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const charityRun = defineTemplate({
  id: 'charity-run',
  category: 'banner',
  size: 'strip',
  title: { zh: '公益跑横幅', en: 'Charity run banner' },
  tags: { zh: '公益 跑步 慈善 活动 运动 横幅', en: 'charity run fundraiser event sport' },
  palette: 'tomato',
  background: 'second',
  draw: ({ c, w, h, t }) => [
    cover(
      [
        { path: `M0 ${h}L420 0H640L220 ${h}Z`, fill: c.accent },
        { path: `M300 ${h}L720 0H760L340 ${h}Z`, fill: c.paper },
        { path: `M1330 ${h}L1500 300V${h}Z`, fill: c.accent },
      ],
      0,
      0,
      w,
      h,
    ),
    icon('footprints', 150, 130, 230, c.paper, 1.6, 20),
    text(t('一公里，一本书', 'A mile, a book'), 700, 90, 760, {
      size: t(100, 92),
      weight: 900,
      color: c.ink,
      leading: 1.2,
    }),
    text(t('跑多少，我们就捐多少', 'You run, we give'), 704, t(230, 216), 700, { size: 46, color: c.ink, weight: 500 }),
    text(t('5 月 12 日　7:00　城市体育场', '12 May, 7 am, City Stadium'), 704, t(330, 316), 740, {
      size: t(50, 48),
      weight: 900,
      color: c.ink,
    }),
  ],
});
