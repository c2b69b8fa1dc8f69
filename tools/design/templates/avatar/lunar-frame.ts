// A festive avatar frame in red and gold.
import { burst } from '../../outline.ts';
import { lantern } from '../../pictures.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { portrait } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const lunarFrame = defineTemplate({
  id: 'lunar-frame',
  category: 'avatar',
  size: 'avatar',
  title: { zh: '新年头像框', en: 'New Year frame' },
  tags: { zh: '春节 新年 头像 红色 灯笼', en: 'new year avatar frame festive red lantern' },
  palette: 'vermilion',
  draw: ({ c, w, h, t }) => [
    cover(
      [
        { path: burst(400, 400, 24, 388, 352), fill: c.accent },
        { path: burst(400, 400, 24, 364, 330), fill: c.second },
      ],
      0,
      0,
      w,
      h,
    ),
    art(portrait(c), 130, 130, 540, 540, {
      frame: { shape: 'circle', borderWidth: 14, borderColor: c.accent },
      slot: 'picture',
    }),
    art(lantern(c.accent, c.second), 10, 10, 170, 220),
    art(lantern(c.accent, c.second), 620, 10, 170, 220),
    box(130, 650, 540, 120, c.accent, { radius: 0.5 }),
    text(t('新年大吉', 'Happy New Year'), 140, t(664, 680), 520, {
      size: t(76, 54),
      font: t('ma-shan-zheng', 'playfair-display'),
      weight: t(400, 900),
      color: c.second,
      align: 'center',
      leading: t(1.2, 1.1),
    }),
  ],
});
