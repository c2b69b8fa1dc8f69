// A running club's poster: three huge words over the lanes of a stadium.
import { rings } from '../../patterns.ts';
import { sneaker } from '../../pictures.ts';
import { art, box, cover, fit, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const runClub = defineTemplate({
  id: 'run-club',
  category: 'poster',
  size: 'a4',
  title: { zh: '夜跑俱乐部招募', en: 'Night run club' },
  tags: { zh: '跑步 运动 社团 招新 健身', en: 'running sport club recruit fitness' },
  palette: 'citrus',
  background: 'second',
  draw: ({ c, w, h, t }) => {
    const words = t('周三\n夜跑', 'RUN\nWITH US');
    const font = t('noto-sans-sc', 'bebas-neue') as 'noto-sans-sc';
    const size = fit(words, 1040, t(470, 430), font);
    return [
      cover(rings(w * 0.98, h * 0.62, 170, 1100, 74, c.paper, 26), 0, 0, w, h),
      box(0, 1350, w, 404, c.ink, { isLocked: true }),
      text(words, 92, t(96, 90), 1060, { size, font, weight: 900, color: c.ink, leading: t(1.02, 0.94) }),
      art(sneaker(c.ink, c.paper, c.second), 650, 880, 520, 520, { degrees: -16 }),
      text(t('每周三 19:30', 'WEDNESDAYS 7:30 PM'), 96, 1420, 620, {
        size: t(64, 54),
        weight: 900,
        color: c.second,
      }),
      text(
        t(
          '滨江公园南门集合\n5 公里和 10 公里两个配速组',
          'Meet at the south gate of Riverside Park\n5 km and 10 km groups, every pace welcome',
        ),
        96,
        1520,
        720,
        {
          size: t(38, 33),
          color: c.paper,
          leading: 1.55,
        },
      ),
      text(t('不用报名\n穿鞋就来', 'No sign-up,\njust shoes'), 860, 1580, 290, {
        size: 44,
        weight: 700,
        color: c.second,
        align: 'right',
        leading: 1.3,
      }),
    ];
  },
});
