// A winter sale in a strip: snow, pines and a number.
import { mulberry32 } from 'contract/random.ts';
import { circle } from '../../outline.ts';
import { hills } from '../../patterns.ts';
import { pineTree } from '../../pictures.ts';
import { art, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const winterSale = defineTemplate({
  id: 'winter-sale',
  category: 'banner',
  size: 'strip',
  title: { zh: '冬季清仓长横幅', en: 'Winter clearance strip' },
  tags: { zh: '冬天 清仓 打折 羽绒服 雪 横幅', en: 'winter sale clearance snow coats header' },
  palette: 'ocean',
  background: 'accent',
  draw: ({ c, w, h, t }) => {
    const next = mulberry32(3);
    const snow = Array.from({ length: 150 }, () => circle(next() * w, next() * h, 2 + next() * 5)).join('');
    return [
      cover([{ path: snow, fill: c.paper, opacity: 0.7 }], 0, 0, w, h),
      cover([hills(w, h, 420, 26, 6, c.paper)], 0, 0, w, h),
      ...[0, 1, 2].map(index =>
        art(pineTree(c.ink, c.second, c.paper), 30 + index * 120, 190 + (index % 2) * 50, 170, 230),
      ),
      ...[0, 1].map(index => art(pineTree(c.ink, c.second, c.paper), 1190 + index * 140, 200 - index * 30, 180, 240)),
      text(t('冬装清仓', 'Winter clearance'), 400, 70, 740, {
        size: t(116, 84),
        weight: 900,
        color: c.paper,
        align: 'center',
        leading: 1.2,
      }),
      text(t('三折起', 'up to 70% off'), 400, t(222, 190), 740, {
        size: t(110, 96),
        weight: 900,
        color: c.second,
        align: 'center',
        leading: 1.2,
      }),
    ];
  },
});
