// A weekend sale: a sunburst, a price badge, and a slot for the product.
import { flash, rays } from '../../patterns.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { product } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const weekendSale = defineTemplate({
  id: 'weekend-sale',
  category: 'social',
  size: 'square',
  title: { zh: '周末特惠', en: 'Weekend sale' },
  tags: { zh: '促销 打折 优惠 活动 电商 商品', en: 'discount promotion shop offer product' },
  palette: 'tomato',
  background: 'second',
  draw: ({ c, w, h, t }) => [
    cover(rays(w, h, 720, 560, 18, c.soft, 0.55), 0, 0, w, h),
    art(product(c), 470, 210, 540, 640, { frame: { shape: 'rounded', radius: 0.08 }, slot: 'picture' }),
    text(t('周末\n特惠', 'Weekend\nsale'), 70, t(70, 80), 560, {
      size: t(190, 124),
      weight: 900,
      color: c.ink,
      leading: 1.08,
      track: t(0, -0.02),
    }),
    cover([flash(150, 150, 148, c.accent, 20)], 110, 520, 300, 300, { degrees: -8, isLocked: false }),
    text(t('五折', '50%'), 130, t(604, 596), 260, {
      size: t(96, 104),
      weight: 900,
      color: c.paper,
      align: 'center',
      leading: 1.1,
    }),
    text(t('全场精选', 'all picks'), 130, t(716, 710), 260, { size: 34, weight: 700, color: c.paper, align: 'center' }),
    box(0, 920, w, 160, c.ink, { isLocked: true }),
    text(t('本周六、周日两天，门店与网店同价', 'Saturday and Sunday, in store and online'), 70, 970, 940, {
      size: t(48, 44),
      weight: 700,
      color: c.paper,
      align: 'center',
    }),
  ],
});
