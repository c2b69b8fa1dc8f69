// A notice from a building's management: one fact, one time, one line of advice.
import { icon } from '../../icons.ts';
import { box, disc, rule, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const waterOutage = defineTemplate({
  id: 'water-outage',
  category: 'notice',
  size: 'a4',
  title: { zh: '停水通知', en: 'Water shut-off notice' },
  tags: { zh: '通知 停水 停电 物业 小区 公告', en: 'notice water maintenance building residents' },
  palette: 'ocean',
  draw: ({ c, w, t }) => [
    box(0, 0, w, 520, c.accent, { isLocked: true }),
    disc(190, 260, 110, c.paper),
    icon('droplets', 115, 185, 150, c.accent, 2),
    text(t('停水通知', 'Water off'), 350, 130, 820, { size: t(180, 170), weight: 900, color: c.paper, leading: 1.15 }),
    text(t('全体住户请提前储水', 'Please store some beforehand'), 356, 350, 800, {
      size: 48,
      color: c.paper,
      weight: 500,
    }),
    text(t('时间', 'When'), 110, 620, 300, { size: 40, color: c.accent, weight: 700 }),
    text(t('3 月 21 日（周五）\n9:00 – 16:00', 'Friday 21 March\n9 am – 4 pm'), 110, 680, 1020, {
      size: 84,
      weight: 900,
      color: c.ink,
      leading: 1.3,
    }),
    rule(110, 940, 1020, 3, c.soft),
    text(t('范围', 'Where'), 110, 990, 300, { size: 40, color: c.accent, weight: 700 }),
    text(t('1 至 6 号楼全部楼层', 'Blocks 1 to 6, all floors'), 110, 1050, 1020, {
      size: 60,
      weight: 700,
      color: c.ink,
    }),
    rule(110, 1180, 1020, 3, c.soft),
    text(t('原因', 'Why'), 110, 1230, 300, { size: 40, color: c.accent, weight: 700 }),
    text(
      t(
        '更换地下主管道阀门。来水后请先放水一分钟再饮用。',
        'The main valve is being replaced. Let the tap run for a minute before drinking afterwards.',
      ),
      110,
      1290,
      1020,
      { size: 44, color: c.ink, leading: 1.5, lines: 2 },
    ),
    box(110, 1490, 1020, 150, c.second, { radius: 0.2 }),
    text(t('物业服务处　24 小时电话 0571-5550-0110', 'Building office, day and night: 555-0110'), 140, 1538, 960, {
      size: t(44, 46),
      weight: 700,
      color: c.ink,
      align: 'center',
    }),
  ],
});
