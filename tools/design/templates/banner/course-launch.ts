// A banner for an online course: the teacher's cutout in front of a disc, and the contents as three ticks.

import { icon } from '../../icons.ts';
import { circle } from '../../outline.ts';
import { dots } from '../../patterns.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { portrait } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const courseLaunch = defineTemplate({
  id: 'course-launch',
  category: 'banner',
  size: 'banner',
  title: { zh: '线上课程横幅', en: 'Online course banner' },
  tags: { zh: '课程 培训 教育 讲师 直播 报名', en: 'course class teacher online lesson sign up' },
  palette: 'lilac',
  draw: ({ c, w, h, t }) => {
    const points = t(
      ['零基础也能跟上', '每节课都有作业点评', '学完做出自己的作品集'],
      ['Made for beginners', 'Feedback on every exercise', 'A portfolio of your own at the end'],
    );
    return [
      cover(
        [
          { path: circle(1480, 480, 470), fill: c.second },
          { path: circle(1480, 480, 350), fill: c.accent },
        ],
        0,
        0,
        w,
        h,
      ),
      cover(dots(360, 360, 36, 5, c.accent, 0.5), 1010, 60, 360, 360),
      art(portrait(c), 1210, 150, 540, 650, { slot: 'subject', frame: { shape: 'arch' } }),
      text(t('插画入门 12 课', 'Drawing in\ntwelve lessons'), 120, t(140, 90), 960, {
        size: t(124, 112),
        weight: 900,
        color: c.ink,
        leading: 1.15,
      }),
      ...points.flatMap((point, index) => [
        icon('check', 124, t(330, 372) + index * 76, 52, c.accent, 3.2),
        text(point, 196, t(330, 372) + index * 76, 820, { size: 40, color: c.ink, weight: 500 }),
      ]),
      box(120, 630, 420, 104, c.accent, { radius: 0.5 }),
      text(t('立即试听', 'Watch one free'), 140, 654, 380, { size: 46, weight: 900, color: c.paper, align: 'center' }),
      text(t('3 月 4 日开课', 'Starts 4 March'), 570, 660, 420, { size: 40, color: c.ink }),
    ];
  },
});
