// A shop's summer banner: slices of orange rolling in, the offer in one line.
import { leaf } from '../../outline.ts';
import { orange } from '../../pictures.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const summerShop = defineTemplate({
  id: 'summer-shop',
  category: 'banner',
  size: 'banner',
  title: { zh: '夏日水果横幅', en: 'Summer fruit banner' },
  tags: { zh: '夏天 水果 电商 横幅 促销 生鲜', en: 'summer fruit shop web banner sale fresh' },
  palette: 'citrus',
  draw: ({ c, w, h, t }) => [
    cover([{ path: `M1080 0C960 260 1180 480 1020 ${h}H${w}V0Z`, fill: c.second }], 0, 0, w, h),
    cover([{ path: leaf(1500, 190, 300, 70, -150) + leaf(1260, 610, 260, 60, 160), fill: c.ink }], 0, 0, w, h),
    art(orange(c.accent, c.paper, c.second), 1420, 60, 420, 420),
    art(orange(c.accent, c.paper, c.second), 1180, 380, 330, 330, { degrees: 20 }),
    art(orange(c.accent, c.paper, c.second), 1600, 500, 240, 240, { degrees: 40 }),
    text(t('橙意满满\n的夏天', 'A summer\nfull of juice'), 130, t(130, 140), 940, {
      size: t(168, 142),
      weight: 900,
      color: c.ink,
      leading: 1.14,
    }),
    text(t('赣南脐橙，当天采当天发', 'Picked today, on its way tonight'), 136, t(540, 500), 860, {
      size: 48,
      color: c.ink,
      weight: 500,
    }),
    box(130, 630, t(380, 400), 100, c.accent, { radius: 0.5 }),
    text(t('五斤 39.9 元', '5 kg for $19'), 140, 652, t(360, 380), {
      size: 46,
      weight: 900,
      color: c.paper,
      align: 'center',
    }),
  ],
});
