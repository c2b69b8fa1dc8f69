// A recipe to save: ingredients on the left, steps on the right, the dish across the top.
import { checks } from '../../patterns.ts';
import { noodleBowl } from '../../pictures.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const noodleRecipe = defineTemplate({
  id: 'noodle-recipe',
  category: 'social',
  size: 'portrait',
  title: { zh: '十分钟葱油面', en: 'Ten-minute noodles' },
  tags: { zh: '菜谱 食谱 做饭 美食 教程 面条', en: 'recipe cooking food steps dinner' },
  palette: 'tomato',
  draw: ({ c, w, t }) => [
    box(0, 0, w, 620, c.accent, { isLocked: true }),
    cover(checks(w, 80, 40, c.paper), 0, 580, w, 80),
    art(noodleBowl(c.second, c.paper, c.second), 600, 110, 430, 430),
    text(t('十分钟\n葱油面', 'Scallion\nnoodles'), 70, t(110, 130), 620, {
      size: t(160, 124),
      weight: 900,
      color: c.paper,
      leading: 1.12,
    }),
    text(t('一人份　零失败', 'for one, in ten minutes'), 76, t(490, 440), 560, {
      size: 42,
      color: c.paper,
      weight: 500,
    }),
    text(t('要准备', 'You need'), 70, 720, 380, { size: 52, weight: 900, color: c.accent }),
    text(
      t(
        '小葱 一大把\n生抽 2 勺\n老抽 1 勺\n白糖 半勺\n细面 120 克',
        'a bunch of scallions\n2 tbsp light soy\n1 tbsp dark soy\n½ tbsp sugar\n120 g thin noodles',
      ),
      70,
      806,
      400,
      {
        size: t(46, 36),
        color: c.ink,
        leading: 1.95,
      },
    ),
    box(490, 730, 4, 560, c.soft),
    text(t('这样做', 'Like this'), 540, 720, 480, { size: 52, weight: 900, color: c.accent }),
    text(
      t(
        '1　葱切长段，冷油小火慢慢炸到焦黄\n2　关火，倒入生抽、老抽和糖\n3　另起锅煮面，捞出沥干\n4　浇两勺葱油，拌匀就吃',
        '1  Fry the scallions slowly in cold oil until brown\n2  Off the heat, add soy and sugar\n3  Boil the noodles and drain\n4  Two spoons of oil, toss, eat',
      ),
      540,
      806,
      480,
      {
        size: t(42, 38),
        color: c.ink,
        leading: 1.62,
        lines: 8,
      },
    ),
  ],
});
