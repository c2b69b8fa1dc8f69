// A set dinner in a bistro: centred courses and hairlines only.

import { twig } from '../../patterns.ts';
import { cover, rule, shape, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const bistroDinner = defineTemplate({
  id: 'bistro-dinner',
  category: 'menu',
  size: 'a4',
  title: { zh: '小馆晚宴套餐', en: 'Bistro set dinner' },
  tags: { zh: '西餐 套餐 晚宴 法餐 高级 菜单', en: 'set dinner menu bistro fine dining courses' },
  palette: 'wine',
  draw: ({ c, w, h, t }) => {
    const courses = t(
      [
        ['前菜', '炙烤带子配豌豆泥'],
        ['汤', '烤番茄与罗勒油'],
        ['主菜', '慢煮牛脸肉，土豆慕斯'],
        ['甜品', '焦糖布丁，海盐'],
      ],
      [
        ['To begin', 'Seared scallops, pea purée'],
        ['Soup', 'Roast tomato, basil oil'],
        ['Main', 'Slow-cooked beef cheek, potato mousse'],
        ['To end', 'Crème caramel, sea salt'],
      ],
    );
    return [
      shape('rectangle', 60, 60, w - 120, h - 120, { stroke: c.accent, strokeWidth: 3 }),
      shape('rectangle', 78, 78, w - 156, h - 156, { stroke: c.accent, strokeWidth: 1.5 }),
      cover(
        [...twig(w / 2 - 40, 330, 230, 196, c.accent, 5, 0.09), ...twig(w / 2 + 40, 330, 230, -16, c.accent, 5, 0.09)],
        0,
        0,
        w,
        400,
      ),
      text(t('冬夜晚宴', 'A Winter Dinner'), 140, 400, w - 280, {
        size: t(130, 112),
        font: t('noto-serif-sc', 'playfair-display'),
        weight: t(900, 700),
        color: c.ink,
        align: 'center',
        leading: 1.2,
        track: t(0.16, 0),
      }),
      ...courses.flatMap(([course = '', dish = ''], index) => {
        const y = 660 + index * 215;
        return [
          text(course, 140, y, w - 280, {
            size: 36,
            color: c.accent,
            align: 'center',
            track: t(0.4, 0.12),
            font: t('noto-serif-sc', 'playfair-display'),
          }),
          text(dish, 140, y + 58, w - 280, {
            size: t(56, 50),
            color: c.ink,
            align: 'center',
            font: t('noto-serif-sc', 'playfair-display'),
          }),
          ...(index < 3 ? [rule(w / 2 - 30, y + 166, 60, 2, c.accent)] : []),
        ];
      }),
      text(t('每位 398 元，含餐酒一杯', '$68 a guest, one glass of wine included'), 140, 1550, w - 280, {
        size: 42,
        color: c.ink,
        align: 'center',
      }),
    ];
  },
});
