// A tea house's list: white space, thin lines, a vertical title in Chinese.

import { circle } from '../../outline.ts';
import { hills } from '../../patterns.ts';
import { priceRows } from '../../price-rows.ts';
import { cover, rule, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const teaHouse = defineTemplate({
  id: 'tea-house',
  category: 'menu',
  size: 'a4',
  title: { zh: '山间茶单', en: 'Tea house list' },
  tags: { zh: '茶 茶馆 茶单 新中式 菜单', en: 'tea house menu list calm chinese' },
  palette: 'forest',
  background: 'paper',
  draw: ({ c, w, h, t }) => [
    cover([{ path: circle(260, 380, 150), fill: c.second, opacity: 0.85 }], 0, 0, w, h),
    cover(
      [
        hills(w, 560, 260, 90, 7, c.soft),
        hills(w, 560, 360, 70, 12, c.accent, 0.35),
        hills(w, 560, 450, 50, 23, c.accent),
      ],
      0,
      h - 560,
      w,
      560,
    ),
    ...(t(true, false)
      ? [
          text('山\n间\n有\n茶', 110, 130, 220, {
            size: 176,
            font: 'ma-shan-zheng',
            color: c.ink,
            leading: 1.14,
            align: 'center',
          }),
        ]
      : [
          text('Tea\nin the\nhills', 90, 150, 420, {
            size: 130,
            font: 'playfair-display',
            weight: 900,
            color: c.ink,
            leading: 1.12,
          }),
        ]),
    text(t('绿茶', 'Green'), t(480, 540), 130, 400, {
      size: 46,
      font: t('noto-serif-sc', 'playfair-display'),
      weight: t(600, 700),
      color: c.accent,
    }),
    ...priceRows(
      t(
        [
          ['明前龙井', '88'],
          ['太平猴魁', '78'],
          ['碧螺春', '68'],
        ],
        [
          ['Longjing', '$14'],
          ['Taiping Houkui', '$12'],
          ['Biluochun', '$11'],
        ],
      ),
      { x: t(480, 540), y: 220, width: t(660, 600), gap: 84, size: 38, color: c.ink, line: c.soft },
    ),
    rule(t(480, 540), 490, t(660, 600), 2, c.soft),
    text(t('乌龙', 'Oolong'), t(480, 540), 520, 400, {
      size: 46,
      font: t('noto-serif-sc', 'playfair-display'),
      weight: t(600, 700),
      color: c.accent,
    }),
    ...priceRows(
      t(
        [
          ['凤凰单丛', '98'],
          ['正岩肉桂', '128'],
          ['冻顶乌龙', '76'],
        ],
        [
          ['Phoenix Dancong', '$16'],
          ['Rou Gui', '$18'],
          ['Dong Ding', '$12'],
        ],
      ),
      { x: t(480, 540), y: 610, width: t(660, 600), gap: 84, size: 38, color: c.ink, line: c.soft },
    ),
    rule(t(480, 540), 880, t(660, 600), 2, c.soft),
    text(t('茶点', 'With tea'), t(480, 540), 910, 400, {
      size: 46,
      font: t('noto-serif-sc', 'playfair-display'),
      weight: t(600, 700),
      color: c.accent,
    }),
    ...priceRows(
      t(
        [
          ['绿豆糕', '22'],
          ['荷花酥', '28'],
        ],
        [
          ['Mung bean cake', '$4'],
          ['Lotus pastry', '$5'],
        ],
      ),
      { x: t(480, 540), y: 1000, width: t(660, 600), gap: 84, size: 38, color: c.ink, line: c.soft },
    ),
    text(t('一壶可续水三次，慢慢喝', 'Each pot is filled three times. Take your time'), 100, 1655, 1040, {
      size: 36,
      color: c.paper,
      align: 'center',
    }),
  ],
});
