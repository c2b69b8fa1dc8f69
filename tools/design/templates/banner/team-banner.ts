// A header for a jobs page: squares that represent people at their desks.
import { circle, rect } from '../../outline.ts';
import { cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const teamBanner = defineTemplate({
  id: 'team-banner',
  category: 'banner',
  size: 'strip',
  title: { zh: '团队招聘横幅', en: 'Join the team banner' },
  tags: { zh: '招聘 团队 公司 职位 领英 主页', en: 'hiring team careers company linkedin header' },
  palette: 'cobalt',
  draw: ({ c, w, h, t }) => {
    const shades = [c.accent, c.ink, c.soft, c.second];
    const people = Array.from({ length: 15 }, (_, index) => {
      const [x, y] = [820 + (index % 5) * 136, Math.floor(index / 5) * 167];
      const [ground, person] = [
        shades[(index * 3 + Math.floor(index / 5)) % 4]!,
        shades[(index * 3 + Math.floor(index / 5) + 1) % 4]!,
      ];
      return [
        { path: rect(x, y, 136, 167), fill: ground },
        { path: `${circle(x + 68, y + 66, 32)}M${x + 12} ${y + 167}c0-70 112-70 112 0Z`, fill: person },
      ];
    });
    return [
      cover(people.flat(), 0, 0, w, h),
      text(t('和我们一起\n做点有用的东西', 'Let’s build\nsomething useful'), 80, 110, 700, {
        size: t(88, 78),
        weight: 900,
        color: c.ink,
        leading: 1.2,
      }),
      text(t('正在招募：产品、设计、前端', 'Open now: product, design, front end'), 82, 346, 700, {
        size: t(42, 38),
        color: c.accent,
        weight: 700,
      }),
    ];
  },
});
