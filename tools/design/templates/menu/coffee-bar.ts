// A coffee bar's board in chalk colours: three columns under one rule.
import { icon } from '../../icons.ts';
import { priceRows } from '../../price-rows.ts';
import { rule, shape, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const coffeeBar = defineTemplate({
  id: 'coffee-bar',
  category: 'menu',
  size: 'a4Wide',
  title: { zh: '咖啡馆黑板菜单', en: 'Coffee bar board' },
  tags: { zh: '咖啡 菜单 黑板 饮品 价目表', en: 'coffee menu board drinks price list' },
  palette: 'charcoal',
  draw: ({ c, w, h, t }) => {
    const columns = t(
      [
        {
          title: '意式',
          rows: [
            ['浓缩', '18'],
            ['美式', '20'],
            ['拿铁', '26'],
            ['澳白', '26'],
            ['摩卡', '28'],
          ],
        },
        {
          title: '手冲',
          rows: [
            ['云南 保山', '32'],
            ['埃塞 花魁', '38'],
            ['哥伦比亚', '36'],
            ['肯尼亚 AA', '40'],
            ['今日单品', '35'],
          ],
        },
        {
          title: '不含咖啡',
          rows: [
            ['热可可', '24'],
            ['抹茶拿铁', '28'],
            ['桂花乌龙', '22'],
            ['鲜榨橙汁', '25'],
            ['气泡柠檬', '22'],
          ],
        },
      ],
      [
        {
          title: 'Espresso',
          rows: [
            ['Espresso', '$3'],
            ['Americano', '$3.5'],
            ['Latte', '$4.5'],
            ['Flat white', '$4.5'],
            ['Mocha', '$5'],
          ],
        },
        {
          title: 'Pour-over',
          rows: [
            ['Yunnan', '$5'],
            ['Ethiopia', '$6'],
            ['Colombia', '$6'],
            ['Kenya AA', '$6.5'],
            ['Of the day', '$5.5'],
          ],
        },
        {
          title: 'No coffee',
          rows: [
            ['Hot cocoa', '$4'],
            ['Matcha latte', '$5'],
            ['Oolong tea', '$4'],
            ['Orange juice', '$4.5'],
            ['Lemon soda', '$4'],
          ],
        },
      ],
    );
    return [
      shape('rectangle', 40, 40, w - 80, h - 80, { stroke: c.second, strokeWidth: 4, radius: 0.02 }),
      icon('coffee', w / 2 - 60, 90, 120, c.accent, 1.6),
      text(t('慢半拍咖啡', 'Half Past Slow'), 100, 230, w - 200, {
        size: t(130, 116),
        font: t('noto-serif-sc', 'playfair-display'),
        weight: 900,
        color: c.ink,
        align: 'center',
        leading: 1.15,
        track: t(0.08, 0),
      }),
      rule(w / 2 - 60, 410, 120, 5, c.accent),
      ...columns.flatMap(({ title, rows }, index) => {
        const x = 120 + index * 520;
        return [
          text(title, x, 490, 460, {
            size: 56,
            font: t('noto-serif-sc', 'playfair-display'),
            weight: 900,
            color: c.accent,
          }),
          ...priceRows(rows, { x, y: 600, width: 460, gap: 84, size: 36, color: c.ink, line: c.second }),
        ];
      }),
      text(
        t('燕麦奶 +4　双份浓缩 +6　自带杯 −3', 'Oat milk +$0.5 · extra shot +$1 · your own cup −$0.5'),
        100,
        1090,
        w - 200,
        { size: 36, color: c.accent, align: 'center' },
      ),
    ];
  },
});
