// A business card in two tones: a large, cropped logo and small, aligned facts.
import { circle } from '../../outline.ts';
import { box, cover, rule, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const studioCard = defineTemplate({
  id: 'studio-card',
  category: 'card',
  size: 'businessCard',
  title: { zh: '设计工作室名片', en: 'Studio business card' },
  tags: { zh: '名片 设计 工作室 商务', en: 'business card design studio contact' },
  palette: 'swiss',
  background: 'paper',
  draw: ({ c, h, t }) => [
    box(0, 0, 380, h, c.accent, { isLocked: true }),
    cover(
      [
        { path: `${circle(380, 320, 210)}`, fill: c.ink },
        { path: circle(380, 320, 110), fill: c.accent },
        { path: `M380 0H600V${h}H380Z`, fill: c.paper },
      ],
      0,
      0,
      600,
      h,
    ),
    text(t('圆相设计', 'Round Studio'), 450, 130, 560, { size: t(72, 66), weight: 900, color: c.ink, leading: 1.2 }),
    text(t('品牌与空间', 'Brands and spaces'), 454, 226, 520, { size: 30, color: c.accent, weight: 500 }),
    rule(454, 330, 60, 5, c.accent),
    text(
      t(
        '姓名　设计总监\n010-5550-0134\nhello@example.com\n望海路 7 号 302',
        'Your Name, Director\n+1 555 0134\nhello@example.com\n7 Harbour Road, 302',
      ),
      454,
      364,
      540,
      { size: 27, color: c.ink, leading: 1.62 },
    ),
  ],
});
