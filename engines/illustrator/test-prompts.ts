// For tests and contact sheets: sixty prompts in both languages with what each must show, and the check of a composed scene.
import { composeScene } from './compose.ts';
import { readPrompt } from './read-prompt.ts';

interface SamplePrompt {
  readonly prompt: string;
  /**
   * "3 cat": at least three, inside the picture and not hidden; "cat #red": in that colour; "cat on table": the relation holds in the composition;
   * "scene:sea", "time:night", "weather:rain", "season:autumn": shown by a shape.
   */
  readonly shows: readonly string[];
}

const sample = (prompt: string, ...shows: string[]): SamplePrompt => ({ prompt, shows });

export const sixtyPrompts: readonly SamplePrompt[] = [
  sample('一只橘猫坐在窗边的桌子上', 'cat', 'table', 'window', 'cat on table'),
  sample('小女孩拿着红气球站在樱花树下', 'girl', 'balloon #e03a3a', 'cherry-tree', 'girl under cherry-tree'),
  sample('三只小鸡和一只母鸡在农场里', '3 baby-chick', 'chicken', 'scene:farm'),
  sample(
    '夜晚的城市街道，下着雨，一个人撑着黄色雨伞',
    'person',
    'umbrella #f9cc2c',
    'time:night',
    'weather:rain',
    'scene:street',
  ),
  sample('竹林里的大熊猫', 'panda', 'scene:bamboo'),
  sample('戴着红帽子的猫在草地上', 'cat', 'womans-hat #e03a3a', 'scene:meadow'),
  sample('宇航员骑着马在月球上', 'astronaut', 'horse', 'scene:moonland'),
  sample('小女孩在花园里放风筝', 'girl', 'kite', 'scene:garden'),
  sample('海底世界，一只海龟、五条热带鱼和一只章鱼', 'turtle', '5 tropical-fish', 'octopus', 'scene:underwater'),
  sample(
    '秋天的森林里，一只狐狸在大树下睡觉',
    'fox',
    'deciduous-tree',
    'scene:forest',
    'season:autumn',
    'fox under deciduous-tree',
  ),
  sample('日落时分的大海，一艘帆船和一座灯塔', 'sailboat', 'lighthouse', 'scene:sea', 'time:sunset'),
  sample('雪山下的湖边，一座小木屋和三棵松树', 'house', '3 evergreen-tree', 'scene:lake', 'scene:mountain'),
  sample('两只兔子在月亮下跳舞，星空', '2 rabbit', 'full-moon', 'scene:stars'),
  sample(
    '桌子上有三个苹果、一串葡萄和一个花瓶',
    '3 red-apple',
    'grapes',
    'vase',
    'red-apple on table',
    'vase on table',
  ),
  sample('沙漠里的两头骆驼和仙人掌', '2 camel', 'cactus', 'scene:desert'),
  sample('春节的夜晚，四个红灯笼，烟花，一座宝塔', '4 red-paper-lantern', 'fireworks-burst', 'pagoda', 'time:night'),
  sample(
    '圣诞树下有三个礼物和一只猫，房间里有壁炉',
    'christmas-tree',
    '3 wrapped-gift',
    'cat',
    'fireplace',
    'scene:room',
  ),
  sample('一条小河穿过森林，河上有一座小桥', 'bridge', 'scene:river', 'scene:forest'),
  sample('戴墨镜的狗坐在沙发上', 'dog', 'sunglasses', 'sofa', 'dog on sofa'),
  sample('一头大象和一只小老鼠', 'elephant', 'mouse'),
  sample('男孩和狗在沙滩上踢足球', 'boy', 'dog', 'soccer-ball', 'scene:beach'),
  sample('公主站在城堡前，彩虹', 'princess', 'castle', 'rainbow'),
  sample('下雪的村庄，一个雪人和两只企鹅', 'snowman', '2 penguin', 'scene:village', 'weather:snow'),
  sample('清晨的田野，一架风车，一个热气球', 'windmill', 'hot-air-balloon', 'scene:field', 'time:dawn'),
  sample('书架旁边有一只猫头鹰和一盏台灯', 'bookshelf', 'owl', 'lamp', 'owl beside bookshelf'),
  sample('厨师拿着披萨在厨房里', 'cook', 'pizza', 'scene:kitchen'),
  sample('老爷爷坐在公园的长椅上看书', 'old-man', 'bench', 'open-book', 'old-man on bench', 'scene:park'),
  sample('蓝色的汽车停在红色房子前面', 'automobile #2f7de1', 'house #e03a3a', 'automobile front house'),
  sample('天空中一条鲸鱼和三个热气球', 'whale', '3 hot-air-balloon', 'scene:sky'),
  sample('荷塘里有两只鸭子和荷花', '2 duck', 'lotus', 'scene:lake'),
  sample('two cats and a dog on the beach at sunset', '2 cat', 'dog', 'scene:beach', 'time:sunset'),
  sample('a girl holding a red balloon under a cherry tree', 'girl', 'balloon #e03a3a', 'girl under cherry-tree'),
  sample('a bear riding a bicycle in the park', 'bear', 'bicycle', 'scene:park'),
  sample('a white rabbit wearing a blue scarf in the snow', 'rabbit #f5f3ee', 'scarf #2f7de1', 'weather:snow'),
  sample('a small house beside a lake with mountains behind', 'house', 'scene:lake', 'scene:mountain'),
  sample(
    'a rocket, a ufo and a cat wearing sunglasses in space',
    'rocket',
    'flying-saucer',
    'cat',
    'sunglasses',
    'scene:space',
  ),
  sample('three apples and a vase on a table', '3 red-apple', 'vase', 'red-apple on table', 'vase on table'),
  sample(
    'a fox sleeping under a big tree in autumn',
    'fox',
    'deciduous-tree',
    'season:autumn',
    'fox under deciduous-tree',
  ),
  sample('a pirate treasure chest on an island with a palm tree', 'treasure', 'palm-tree', 'scene:island'),
  sample(
    'five yellow butterflies over a flower field in spring',
    '5 butterfly #f9cc2c',
    'scene:field',
    'season:spring',
  ),
  sample('a dragon flying over a castle at night', 'dragon', 'castle', 'dragon above castle', 'time:night'),
  sample('a chef holding a cake in the kitchen', 'cook', 'birthday-cake', 'scene:kitchen'),
  sample('an owl on a tree under the full moon', 'owl', 'deciduous-tree', 'full-moon', 'owl on deciduous-tree'),
  sample('a cat in a box next to a cup of coffee', 'cat', 'package', 'hot-beverage'),
  sample('four penguins and a seal on a snowfield', '4 penguin', 'seal', 'scene:snow'),
  sample('a lion and two zebras in the savanna', 'lion', '2 zebra', 'scene:savanna'),
  sample('a boy flying a kite on a hill with a dog', 'boy', 'kite', 'dog', 'scene:hill'),
  sample(
    'a black cat on a fence, full moon, a pumpkin and a bat',
    'black-cat',
    'fence',
    'full-moon',
    'pumpkin',
    'bat',
    'black-cat on fence',
  ),
  sample('a teacher and three children in a classroom', 'teacher', '3 child', 'scene:classroom'),
  sample('a sailboat on the sea with dolphins, sunny', 'sailboat', '2 dolphin', 'scene:sea', 'weather:sunny'),
  sample('a wizard with a crystal ball and a black cat', 'man-mage', 'crystal-ball', 'black-cat'),
  sample('a red tractor and a cow on a farm', 'tractor #e03a3a', 'cow', 'scene:farm'),
  sample('a polar bear on an iceberg', 'polar-bear', 'iceberg'),
  sample('a guitar, a trumpet and a drum on a stage', 'guitar', 'trumpet', 'drum', 'scene:stage'),
  sample('a green dinosaur with a pink umbrella in the rain', 't-rex #3fa34d', 'umbrella #f27fb2', 'weather:rain'),
  sample('an old woman on a bench with three pigeons in the park', 'old-woman', 'bench', '3 dove', 'scene:park'),
  sample('hot air balloons over the desert at dawn', '3 hot-air-balloon', 'scene:desert', 'time:dawn'),
  sample('a bridge over a river, two willow trees, spring', 'bridge', '2 willow-tree', 'scene:river', 'season:spring'),
  sample('a robot reading a book in the library', 'robot', 'open-book', 'scene:library'),
  sample('a monkey eating a banana in the jungle', 'monkey', 'banana', 'scene:jungle'),
];

type Scene = ReturnType<typeof composeScene>;
type Placed = Scene['placed'][number];

const inside = ({ box }: Placed, { width, height }: Scene) => {
  const w = Math.min(box.x + box.w, width) - Math.max(0, box.x);
  const h = Math.min(box.y + box.h, height) - Math.max(0, box.y);
  return w > 0 && h > 0 && (w * h) / (box.w * box.h) > 0.7 && Math.min(box.w, box.h) > 11;
};

/** Returns the largest share of a thing covered by a single thing drawn after it. */
const hidden = (at: number, placed: readonly Placed[]) => {
  const { box } = placed[at]!;
  let max = 0;
  for (const other of placed.slice(at + 1)) {
    const w = Math.min(box.x + box.w, other.box.x + other.box.w) - Math.max(box.x, other.box.x);
    const h = Math.min(box.y + box.h, other.box.y + other.box.h) - Math.max(box.y, other.box.y);
    if (w > 0 && h > 0) max = Math.max(max, (w * h) / (box.w * box.h));
  }
  return max;
};

const middle = ({ box }: Placed) => box.x + box.w / 2;

const holds: Readonly<Record<string, (a: Placed, b: Placed) => boolean>> = {
  on: (a, b) =>
    Math.abs(middle(a) - middle(b)) < b.box.w * 0.62 &&
    a.box.y < b.box.y + b.box.h * 0.35 &&
    a.box.y + a.box.h > b.box.y - 24,
  under: (a, b) => Math.abs(middle(a) - middle(b)) < b.box.w * 0.75 && a.box.y + a.box.h > b.box.y + b.box.h * 0.7,
  above: (a, b) => a.box.y + a.box.h < b.box.y + b.box.h * 0.5,
  front: (a, b) =>
    a.box.y + a.box.h > b.box.y + b.box.h - 4 && Math.abs(middle(a) - middle(b)) < (a.box.w + b.box.w) * 0.7,
  beside: (a, b) => Math.abs(middle(a) - middle(b)) < (a.box.w + b.box.w) * 1.1,
};

/** Returns the entries of `shows` that a composed picture does not show. */
export function findMissing(prompt: string, shows: readonly string[], seed: number): string[] {
  const wish = readPrompt(prompt);
  const scene = composeScene(wish, { width: 1, height: 1, seed: seed * 31 + 7 });
  const shown = scene.shapes.flatMap(shape => shape.shows?.split(' ') ?? []);
  const placedOf = (icon: string) => scene.placed.filter(({ of }) => wish.things[of]!.thing.icon === icon);
  const isShown = (wanted: string): boolean => {
    if (wanted.includes(':')) return shown.includes(wanted);
    const [first = '', second = '', third = ''] = wanted.split(' ');
    const relation = holds[second];
    if (relation) return placedOf(first).some(a => placedOf(third).some(b => relation(a, b)));
    const [count, icon, colour] = /^\d+$/.test(first) ? [Number(first), second, third] : [1, first, second];
    const all = placedOf(icon).filter(
      one => inside(one, scene) && hidden(scene.placed.indexOf(one), scene.placed) < 0.85,
    );
    return all.length >= count && (!colour || all.every(one => one.colour === colour));
  };
  return shows.filter(wanted => !isShown(wanted));
}
