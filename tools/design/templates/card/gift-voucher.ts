// A voucher with a tear-off stub.
import { circle } from '../../outline.ts';
import { dots } from '../../patterns.ts';
import { box, cover, qr, shape, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const giftVoucher = defineTemplate({
  id: 'gift-voucher',
  category: 'card',
  size: 'businessCard',
  title: { zh: '代金券', en: 'Gift voucher' },
  tags: { zh: '优惠券 代金券 礼券 满减 门店', en: 'coupon voucher gift discount store' },
  palette: 'tomato',
  background: 'accent',
  draw: ({ c, w, h, t }) => [
    cover(dots(w, h, 40, 4, c.paper, 0.18), 0, 0, w, h),
    box(40, 40, 983, 558, c.paper, { radius: 0.06 }),
    cover([{ path: circle(740, 40, 34) + circle(740, 598, 34), fill: c.accent }], 0, 0, w, h),
    shape('line', 490, 319, 500, 4, { stroke: c.accent, strokeWidth: 4, isDashed: true, degrees: 90 }),
    text(t('代金券', 'Gift voucher'), 100, 90, 600, { size: t(60, 56), weight: 900, color: c.ink, leading: 1.2 }),
    text(t('50 元', '$10'), 94, 175, 620, { size: t(190, 210), weight: 900, color: c.accent, leading: 1.2 }),
    text(
      t(
        '满 200 元可用，不与其他优惠同享\n有效期至 12 月 31 日',
        'On purchases of $40 or more\nValid until 31 December',
      ),
      100,
      t(440, 446),
      620,
      { size: 30, color: c.ink, leading: 1.6 },
    ),
    qr('https://example.com/voucher', 782, 170, 200, c.ink, null),
    text(t('结账时出示', 'Show at the till'), 762, 400, 240, { size: 29, weight: 700, color: c.ink, align: 'center' }),
    text('No. 00128', 762, 450, 240, { size: 26, color: c.ink, align: 'center' }),
  ],
});
