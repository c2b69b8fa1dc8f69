// A countdown: one number as large as the page allows.
import { halftone } from '../../patterns.ts';
import { box, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const examCountdown = defineTemplate({
  id: 'exam-countdown',
  category: 'social',
  size: 'square',
  title: { zh: '考试倒计时', en: 'Exam countdown' },
  tags: { zh: '倒计时 高考 考研 学习 加油 励志', en: 'days left study exam school cheer' },
  palette: 'swiss',
  background: 'accent',
  draw: ({ c, w, t }) => [
    cover(halftone(w, 420, 36, c.ink, 'bottom'), 0, 660, w, 420),
    text(t('距离考试还有', 'Days to the exam'), 80, 80, 920, { size: t(74, 70), weight: 900, color: c.paper }),
    text('30', 60, 170, 960, { size: 600, font: 'bebas-neue', color: c.paper, leading: 1, track: -0.02 }),
    text(t('天', 'days'), t(560, 570), t(460, 540), 440, {
      size: t(220, 130),
      weight: 900,
      color: c.paper,
      leading: 1.2,
    }),
    box(80, 800, 920, 200, c.paper),
    text(t('今天多做一页，那天就少慌一分', 'One page more today,\none worry less that day'), 120, t(860, 838), 840, {
      size: t(54, 46),
      weight: 700,
      color: c.ink,
      align: 'center',
      leading: 1.35,
    }),
  ],
});
