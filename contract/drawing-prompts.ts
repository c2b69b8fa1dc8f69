// Suggestions for prompts, by category: a public list.
import type { StyleName } from './drawing.ts';
import type { Sentence } from './words.ts';

interface PromptCategory {
  readonly id: string;
  readonly name: Sentence;
  readonly prompts: readonly Sentence[];
  /** The style in which the first prompt is shown as an example. */
  readonly exampleStyle: StyleName;
}

export const promptCategories: readonly PromptCategory[] = [
  {
    id: 'animals',
    name: { zh: '动物', en: 'Animals' },
    exampleStyle: 'watercolour',
    prompts: [
      {
        zh: '一只橘猫坐在窗边的桌子上，旁边有一杯咖啡',
        en: 'An orange cat sitting on a table by the window, next to a cup of coffee',
      },
      { zh: '竹林里的大熊猫，薄雾', en: 'A panda in a bamboo forest, mist' },
      { zh: '两只兔子在月亮下跳舞，星空', en: 'Two rabbits dancing under the moon, starry sky' },
      {
        zh: '海底世界，一只海龟、五条热带鱼和一只章鱼',
        en: 'Under the sea, a turtle, five tropical fish and an octopus',
      },
      { zh: '秋天的森林里，一只狐狸在大树下睡觉', en: 'A fox sleeping under a big tree in the autumn forest' },
      { zh: '戴着圣诞帽的企鹅站在雪地里，下着雪', en: 'A penguin wearing a santa hat in the snow, snowing' },
    ],
  },
  {
    id: 'people',
    name: { zh: '人物', en: 'People' },
    exampleStyle: 'papercut',
    prompts: [
      { zh: '小女孩拿着红气球站在樱花树下', en: 'A girl holding a red balloon under a cherry tree' },
      { zh: '夜晚的街道下着雨，一个人撑着黄色雨伞', en: 'A rainy street at night, a person holding a yellow umbrella' },
      { zh: '男孩和狗在草地上放风筝', en: 'A boy flying a kite on the meadow with a dog' },
      { zh: '宇航员骑着马在月球上，背景有地球', en: 'An astronaut riding a horse on the moon surface, the earth' },
      { zh: '老爷爷坐在公园的长椅上看书', en: 'A grandfather on a bench in the park reading a book' },
      { zh: '公主站在城堡前，彩虹', en: 'A princess in front of a castle, rainbow' },
    ],
  },
  {
    id: 'scenery',
    name: { zh: '风景', en: 'Scenery' },
    exampleStyle: 'oil',
    prompts: [
      { zh: '日落时分的大海，一艘帆船和一座灯塔', en: 'The sea at sunset, a sailboat and a lighthouse' },
      { zh: '雪山下的湖边，一座小木屋和三棵松树', en: 'A cabin and three pine trees by a lake with snowy mountains' },
      { zh: '清晨的薰衣草田，一架风车和一个热气球', en: 'A lavender field at dawn, a windmill and a hot air balloon' },
      { zh: '小河上的石桥，两岸柳树，春天', en: 'A bridge over a river, two willow trees, spring' },
      { zh: '沙漠里的两头骆驼和仙人掌，烈日', en: 'Two camels and a cactus in the desert, sun' },
      { zh: '安静的村庄，夜晚，满天星星', en: 'A quiet village at night, starry sky' },
    ],
  },
  {
    id: 'things',
    name: { zh: '静物', en: 'Still life' },
    exampleStyle: 'ink',
    prompts: [
      { zh: '桌子上有三个苹果、一串葡萄和一个花瓶', en: 'Three apples, grapes and a vase on a table' },
      { zh: '生日蛋糕、礼物和五个气球', en: 'A birthday cake, gifts and five balloons' },
      { zh: '书桌上有一盏台灯、几本书和一杯咖啡', en: 'A lamp, books and a cup of coffee on a desk' },
      { zh: '下午茶：茶壶、牛角包和纸杯蛋糕', en: 'Afternoon tea: a teapot, a croissant and a cupcake' },
    ],
  },
  {
    id: 'festivals',
    name: { zh: '节日', en: 'Festivals' },
    exampleStyle: 'stitch',
    prompts: [
      {
        zh: '春节的夜晚，四个红灯笼，烟花，一座宝塔',
        en: 'Chinese new year at night, four red lanterns, fireworks and a pagoda',
      },
      {
        zh: '圣诞树下有三个礼物和一只猫，房间里有壁炉',
        en: 'Three gifts and a cat under a christmas tree in a room with a fireplace',
      },
      { zh: '中秋满月，一只白兔和两个月饼', en: 'A full moon at night, a white rabbit and two mooncakes' },
      {
        zh: '万圣节夜晚，三个南瓜灯、一个幽灵和一座城堡',
        en: 'Halloween night: three jack-o-lanterns, a ghost and a castle',
      },
    ],
  },
  {
    id: 'fantasy',
    name: { zh: '奇想', en: 'Imagination' },
    exampleStyle: 'neon',
    prompts: [
      { zh: '太空里的火箭、飞碟和一只戴墨镜的猫', en: 'A rocket, a ufo and a cat wearing sunglasses in space' },
      { zh: '一只熊骑着自行车穿过公园', en: 'A bear riding a bicycle through the park' },
      { zh: '恐龙在城市街道上拿着气球', en: 'A dinosaur holding a balloon in a city street' },
      { zh: '天空中一条鲸鱼和三个热气球', en: 'A whale and three hot air balloons in the sky' },
    ],
  },
];
