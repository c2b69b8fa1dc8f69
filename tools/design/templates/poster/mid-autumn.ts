// Mid-Autumn: one large moon, a plum branch across it, few words.
import { circle } from '../../outline.ts';
import { graded, scales, starrySky, wash } from '../../patterns.ts';
import { moonCake, plumBranch } from '../../pictures.ts';
import { art, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const midAutumn = defineTemplate({
  id: 'mid-autumn',
  category: 'poster',
  size: 'a4',
  title: { zh: '中秋团圆', en: 'Mid-Autumn greetings' },
  tags: { zh: '中秋节 月饼 月亮 团圆 节日 传统', en: 'moon festival mooncake chinese holiday greeting' },
  palette: 'night',
  draw: ({ c, w, h, t }) => [
    cover([...wash(w, h, graded(90, c.ground, c.second)), ...starrySky(w, 900, 60, c.ink, 12)], 0, 0, w, h),
    cover(
      [
        { path: circle(620, 620, 430), fill: c.accent },
        { path: circle(620, 620, 500), stroke: c.accent, strokeWidth: 3, opacity: 0.5 },
        { path: circle(620, 620, 570), stroke: c.accent, strokeWidth: 2, opacity: 0.3 },
      ],
      0,
      0,
      w,
      1200,
    ),
    art(plumBranch(c.ground, c.ink, c.ground), -20, 430, 780, 640),
    ...(t(true, false)
      ? [
          text('月\n圆', 790, 300, 200, {
            size: 190,
            font: 'ma-shan-zheng',
            color: c.ground,
            leading: 1.1,
            align: 'center',
          }),
          text('人\n安', 600, 610, 200, {
            size: 190,
            font: 'ma-shan-zheng',
            color: c.ground,
            leading: 1.1,
            align: 'center',
          }),
        ]
      : [
          text('Under\none moon', 380, 220, 490, {
            size: 96,
            font: 'pacifico',
            color: c.ground,
            leading: 1.4,
            align: 'center',
          }),
        ]),
    cover(scales(w, 300, 74, c.soft, c.accent, 3), 0, h - 230, w, 300),
    art(moonCake(c.accent, c.ground), t(150, 80), 1260, 200, 200),
    art(moonCake(c.ink, c.ground), t(890, 960), 1260, 200, 200),
    text(t('中秋快乐', 'Happy Mid-Autumn'), 330, t(1250, 1262), 580, {
      size: t(96, 58),
      font: t('noto-serif-sc', 'playfair-display'),
      weight: t(600, 700),
      color: c.ink,
      align: 'center',
      track: t(0.1, 0),
    }),
    text(t('愿您与家人，同赏这一轮月', 'To you and yours, wherever you look up'), 310, 1390, 620, {
      size: t(38, 32),
      color: c.ink,
      align: 'center',
    }),
  ],
});
