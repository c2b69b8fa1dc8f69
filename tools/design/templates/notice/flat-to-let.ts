// A flat to let: a picture, the most important facts, the price on a flag.
import { icon } from '../../icons.ts';
import { art, box, qr, shape, text } from '../../sketch.ts';
import { room } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const flatToLet = defineTemplate({
  id: 'flat-to-let',
  category: 'notice',
  size: 'portrait',
  title: { zh: '房屋出租', en: 'Flat to let' },
  tags: { zh: '租房 出租 房源 中介 公寓', en: 'rent flat apartment to let house agent' },
  palette: 'clay',
  draw: ({ c, w, t }) => {
    const facts = [
      { name: 'home', label: t('两室一厅 68 ㎡', 'Two bedrooms, 68 m²') },
      { name: 'train-front', label: t('离地铁 6 分钟', '6 minutes to the station') },
      { name: 'sun', label: t('朝南，带大阳台', 'South-facing balcony') },
    ] as const;
    return [
      art(room(c), 0, 0, w, 640, { slot: 'picture' }),
      box(0, 640, w, 14, c.accent, { isLocked: true }),
      shape('rectangle', 640, 540, 380, 200, { fill: c.accent, radius: 0.12 }),
      text(t('3200 元/月', '$980 / month'), 660, 600, 340, {
        size: t(60, 48),
        weight: 900,
        color: c.paper,
        align: 'center',
      }),
      text(t('房屋出租', 'To let'), 80, 720, 560, { size: t(110, 120), weight: 900, color: c.ink, leading: 1.2 }),
      ...facts.flatMap(({ name, label }, index) => [
        icon(name, 84, 920 + index * 110, 66, c.accent, 2),
        text(label, 180, 926 + index * 110, 560, { size: 44, color: c.ink, weight: 500 }),
      ]),
      qr('https://example.com/flat', 770, 930, 230, c.ink, c.paper),
      text(t('扫码看房', 'Scan to visit'), 740, 1172, 290, { size: 34, weight: 700, color: c.ink, align: 'center' }),
      box(80, 1280, 920, 3, c.second),
      text(t('房东直租，随时看房　0755-5550-0166', 'From the owner, any time: 555-0166'), 80, 1320, 920, {
        size: t(42, 44),
        weight: 700,
        color: c.ink,
        align: 'center',
      }),
    ];
  },
});
