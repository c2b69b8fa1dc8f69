// A loyalty card: nine cups to tick off, the tenth free.
import { iconParts } from '../../icons.ts';
import { art, box, disc, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const coffeeStamps = defineTemplate({
  id: 'coffee-stamps',
  category: 'card',
  size: 'businessCard',
  title: { zh: '咖啡集点卡', en: 'Coffee stamp card' },
  tags: { zh: '集点卡 会员卡 积分 咖啡 奶茶', en: 'loyalty stamp card coffee reward' },
  palette: 'clay',
  background: 'accent',
  draw: ({ c, t }) => [
    text(t('满九杯，送一杯', 'Nine cups, one free'), 60, 50, 760, {
      size: t(66, 64),
      weight: 900,
      color: c.paper,
      leading: 1.2,
    }),
    text(t('每买一杯盖一个章', 'One stamp for every cup'), 62, 140, 760, { size: 30, color: c.paper }),
    ...Array.from({ length: 10 }, (_, index) => {
      const [x, y] = [60 + (index % 5) * 190 + 90, 300 + Math.floor(index / 5) * 180];
      const isFree = index === 9;
      return [
        disc(x, y, 76, isFree ? c.second : c.paper),
        isFree
          ? text(t('免费', 'FREE'), x - 70, y - 30, 140, { size: 44, weight: 900, color: c.ink, align: 'center' })
          : art(iconParts('coffee', c.second, 1.6), x - 40, y - 42, 80, 80, {}, [24, 24]),
      ];
    }).flat(),
    box(0, 600, 1063, 38, c.ink, { isLocked: true }),
    text(t('树下咖啡', 'Under the Tree'), 700, 66, 310, {
      size: t(40, 36),
      font: t('ma-shan-zheng', 'pacifico'),
      color: c.second,
      align: 'right',
      leading: 1.4,
    }),
  ],
});
