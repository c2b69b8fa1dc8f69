// A list to save: numbered lines on a notebook page.
import { gridLines } from '../../patterns.ts';
import { box, cover, disc, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const morningList = defineTemplate({
  id: 'morning-list',
  category: 'social',
  size: 'portrait',
  title: { zh: '早起清单', en: 'Morning checklist' },
  tags: { zh: '清单 打卡 干货 笔记 习惯 小红书', en: 'list tips habits notes routine checklist' },
  palette: 'lilac',
  draw: ({ c, w, h, t }) => {
    const lines = t(
      [
        '起床先喝一杯温水',
        '拉开窗帘，晒十分钟太阳',
        '写下今天最重要的一件事',
        '拉伸五分钟，不看手机',
        '吃一顿有蛋白质的早餐',
      ],
      [
        'A glass of warm water first',
        'Open the curtains, ten minutes of sun',
        'Write down the one thing that matters',
        'Stretch for five minutes, phone away',
        'A breakfast with some protein',
      ],
    );
    return [
      cover(gridLines(w, h, 60, c.soft, 2), 0, 0, w, h),
      box(70, 80, 940, 300, c.accent, { radius: 0.12, degrees: -1.5 }),
      text(t('早起不难', 'Easy mornings'), 130, t(118, 130), 820, {
        size: t(150, 104),
        weight: 900,
        color: c.paper,
        leading: 1.15,
      }),
      text(t('五件小事，一天都有精神', 'Five small things that carry the day'), 134, t(296, 280), 820, {
        size: 42,
        color: c.paper,
        weight: 500,
      }),
      ...lines.flatMap((line, index) => {
        const y = 450 + index * 168;
        return [
          box(70, y, 940, 138, c.paper, { radius: 0.2, shadow: { color: c.ink, opacity: 0.1, blur: 24, x: 0, y: 6 } }),
          disc(148, y + 69, 42, c.second),
          text(String(index + 1), 106, y + 34, 84, { size: 52, weight: 900, color: c.ink, align: 'center' }),
          text(line, 220, y + 42, 770, { size: t(44, 37), weight: 700, color: c.ink, leading: t(1.25, 1.4) }),
        ];
      }),
      text(t('收藏起来，明早就开始', 'Save it and start tomorrow'), 70, 1330, 940, {
        size: 40,
        weight: 700,
        color: c.accent,
        align: 'center',
      }),
    ];
  },
});
