// Chooses the drawings on the piece and in the holes, from kinds that people do not confuse.
import { type Drawing, type FigureKind, figureKinds, makeDrawing } from './figures.ts';
import { shuffle } from './random.ts';

/** Kinds that people may confuse in a small drawing; two kinds of one group never appear in the same captcha. */
const lookAlikes: readonly (readonly FigureKind[])[] = [
  ['flower', 'butterfly', 'sun', 'spider', 'snowflake', 'turtle'],
  ['star', 'sun', 'snowflake', 'spider', 'kite'],
  ['heart', 'apple', 'leaf', 'pear', 'flame'],
  ['tree', 'leaf', 'palm', 'cactus'],
  ['balloon', 'lollipop', 'magnifier', 'tree', 'bulb', 'icecream'],
  ['icecream', 'carrot', 'pizza', 'tent'],
  ['tent', 'mountain', 'kite', 'flag', 'bell', 'dress'],
  ['umbrella', 'mushroom', 'lamp', 'bell'],
  ['moon', 'banana', 'bird'],
  ['bird', 'duck', 'plane', 'fish'],
  ['cat', 'owl', 'rabbit', 'ghost'],
  ['bottle', 'candle', 'guitar', 'pencil', 'pear'],
  ['key', 'guitar', 'magnifier', 'scissors', 'ring'],
  ['book', 'envelope', 'gift', 'cake', 'lock'],
  ['clock', 'ring', 'camera', 'balloon'],
  ['hat', 'boot', 'cup', 'boat'],
  ['sword', 'pencil', 'candle', 'hammer', 'anchor'],
  ['car', 'bicycle', 'glasses', 'camera'],
  ['fork', 'ladder', 'chair', 'trousers'],
  ['shirt', 'dress', 'trousers'],
  ['robot', 'house', 'snowman', 'gift'],
  ['cherry', 'glasses', 'scissors', 'snowman', 'note', 'dumbbell', 'bicycle', 'bone'],
  ['donut', 'target', 'ball', 'gear', 'clock', 'ring', 'eye', 'pan', 'planet', 'ladybug', 'dice'],
  ['magnifier', 'racket', 'pan', 'spoon', 'lollipop', 'microphone', 'fork', 'shovel', 'key', 'pin', 'medal'],
  ['television', 'laptop', 'telephone', 'door', 'bag', 'camera', 'book', 'bus', 'battery', 'robot', 'watch', 'dice'],
  ['hammer', 'axe', 'wrench', 'pencil', 'toothbrush', 'broom', 'sword', 'pawn', 'feather', 'trumpet'],
  ['train', 'bus', 'truck', 'car', 'skateboard', 'submarine', 'helicopter'],
  ['kettle', 'bucket', 'cup', 'drum', 'bag', 'backpack', 'gift'],
  ['parachute', 'umbrella', 'balloon', 'mushroom', 'octopus', 'ufo', 'burger', 'igloo', 'cage', 'lamp'],
  ['whale', 'fish', 'duck', 'bird', 'submarine', 'mouse', 'pig'],
  ['frog', 'pig', 'cat', 'rabbit', 'mouse', 'skull', 'owl', 'penguin', 'elephant', 'ghost'],
  ['bee', 'butterfly', 'spider', 'crab', 'turtle', 'ladybug', 'octopus'],
  ['clover', 'flower', 'grapes', 'paw', 'gear', 'tulip', 'donut'],
  ['wheat', 'leaf', 'feather', 'tree', 'corn', 'cactus', 'carrot', 'pineapple', 'palm'],
  ['egg', 'acorn', 'strawberry', 'pineapple', 'pear', 'apple', 'heart', 'bulb', 'pin', 'leaf'],
  ['melon', 'lips', 'cheese', 'pizza', 'mountain', 'bowtie', 'moustache', 'boat', 'moon', 'cake'],
  ['volcano', 'mountain', 'tent', 'windmill', 'lighthouse', 'castle', 'factory', 'house', 'rocket', 'dress'],
  ['bowtie', 'hourglass', 'butterfly', 'bone', 'dumbbell'],
  ['wineglass', 'trophy', 'bell', 'tulip', 'hourglass', 'lamp'],
  ['hand', 'mitten', 'foot', 'paw', 'boot'],
  ['snake', 'paperclip', 'tap', 'magnet', 'headphones', 'rainbow', 'tornado', 'shell', 'igloo'],
  ['comb', 'saw', 'fence', 'ladder', 'bridge', 'table', 'toothbrush', 'castle'],
  ['chair', 'bed', 'sofa', 'table', 'giraffe', 'dinosaur'],
  ['arrow', 'bolt', 'plane', 'tie', 'kite', 'pencil'],
  ['scale', 'anchor', 'umbrella', 'plug'],
];

const areAlike = (a: FigureKind, b: FigureKind) =>
  a === b || lookAlikes.some(kinds => kinds.includes(a) && kinds.includes(b));

interface Choice {
  readonly onPiece: Drawing;
  /** The first is another drawing of the piece's kind; each of the others is of a different kind. */
  readonly inHoles: readonly Drawing[];
}

export function chooseDrawings(holes: number): Choice {
  const kinds: FigureKind[] = [];
  for (const kind of shuffle(figureKinds)) {
    if (kinds.length < holes && !kinds.some(other => areAlike(kind, other))) kinds.push(kind);
  }
  return { onPiece: makeDrawing(kinds[0]!), inHoles: kinds.map(makeDrawing) };
}
