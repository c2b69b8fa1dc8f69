// Chooses the drawings on the piece and in the holes, so that neither shapes nor edges reveal the right hole.
import { type Drawing, type FigureKind, figureKinds, makeDrawing } from './figures.ts';
import { likenessOf, makeShapes, type Shape } from './likeness.ts';
import { shuffle, wholeBetween } from './random.ts';

interface Known {
  readonly drawing: Drawing;
  readonly shape: Shape;
}

/** Uses of the stock before it is drawn anew, so that drawings cannot be collected. */
const choicesPerStock = 60;
/** Decoys less similar than the right drawing are taken from this many of the next most similar ones. */
const nextAlike = 60;

/** Kinds that people may confuse in a small drawing: none of them is a decoy for another. */
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

/** Centred, because the offset of a kind's figures from their middle would distinguish them from other kinds. */
const centreDrawing = (drawing: Drawing, { middle }: Shape): Drawing => ({
  ...drawing,
  transform: `translate(${(-middle.x).toFixed(1)} ${(-middle.y).toFixed(1)}) ${drawing.transform}`,
});

/** For each kind: itself and the kinds that it may be confused with. */
const alikeOf = new Map(
  figureKinds.map(kind => [kind, new Set([kind, ...lookAlikes.filter(kinds => kinds.includes(kind)).flat()])]),
);

interface Order {
  readonly holes: number;
  /** Number of decoys that are more similar to the piece than the right drawing is. */
  readonly closer: number;
}

interface Choice {
  readonly onPiece: Drawing;
  /** The first is of the piece's kind, the others each of another kind. */
  readonly inHoles: readonly Drawing[];
}

async function know(drawings: readonly Drawing[], isFilled: boolean): Promise<Known[]> {
  const shapes = await makeShapes(drawings.map(drawing => ({ drawing, isFilled })));
  return drawings.map((drawing, i) => ({ drawing: centreDrawing(drawing, shapes[i]!), shape: shapes[i]! }));
}

/** A drawing of each kind; one stock is painted filled, one as lines. */
class Stock {
  readonly #isFilled: boolean;
  #known: readonly Known[] = [];
  #choicesLeft = 0;

  constructor(isFilled: boolean) {
    this.#isFilled = isFilled;
  }

  async open(): Promise<readonly Known[]> {
    if (this.#choicesLeft-- > 0) return this.#known;
    this.#choicesLeft = choicesPerStock - 1;
    this.#known = await know(figureKinds.map(makeDrawing), this.#isFilled);
    return this.#known;
  }
}

const filledStock = new Stock(true);
const lineStock = new Stock(false);

/** How often each kind was a decoy, less its expected number for the times that it was right. */
const decoysDue = new Map<FigureKind, number>();

function count({ inHoles }: Choice): void {
  for (const [i, { kind }] of inHoles.entries())
    decoysDue.set(kind, (decoysDue.get(kind) ?? 0) + (i === 0 ? 1 - inHoles.length : 1));
}

/** Kinds that resemble many others are often decoys, so they are right more often as well; otherwise the holes alone would reveal it. */
function chooseRightKind(): FigureKind {
  const some = shuffle(figureKinds).slice(0, 16);
  return some.reduce((a, b) => ((decoysDue.get(b) ?? 0) > (decoysDue.get(a) ?? 0) ? b : a));
}

/** The first drawings of kinds that people confuse neither with the given ones nor with each other. */
function takeApart(from: readonly Known[], apartFrom: readonly Known[], wanted: number): Known[] {
  const taken: Known[] = [];
  const alike = new Set(apartFrom.flatMap(({ drawing }) => [...alikeOf.get(drawing.kind)!]));
  for (const known of from) {
    if (taken.length === wanted) break;
    if (alike.has(known.drawing.kind)) continue;
    taken.push(known);
    for (const kind of alikeOf.get(known.drawing.kind)!) alike.add(kind);
  }
  return taken;
}

function tryChoice(stock: readonly Known[], right: Known, onPiece: Known, order: Order): Choice | undefined {
  const { holes, closer } = order;
  const { moved } = onPiece.shape;
  const others = stock
    .map(known => ({ known, likeness: likenessOf(known.shape.upright, moved) }))
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ known }) => known);
  const at = others.indexOf(right);
  const near = takeApart(shuffle(others.slice(0, at)), [right], closer);
  const far = takeApart(shuffle(others.slice(at + 1, at + 1 + nextAlike)), [right, ...near], holes - 1 - closer);
  if (near.length < closer || far.length < holes - 1 - closer) return undefined;
  return { onPiece: onPiece.drawing, inHoles: [right, ...near, ...far].map(({ drawing }) => drawing) };
}

/**
 * The number of decoys more similar than the right drawing is drawn at random, from one to all. It is never zero, because a finer
 * comparison than ours would rate the right drawing somewhat higher than we do.
 */
export async function chooseDrawings(holes: number, isPieceFilled: boolean): Promise<Choice> {
  const stock = await (isPieceFilled ? lineStock : filledStock).open();
  const closer = wholeBetween(1, holes - 1);
  for (let tries = 0; tries < 60; tries++) {
    const kind = chooseRightKind();
    const right = stock.find(({ drawing }) => drawing.kind === kind)!;
    const forPiece = await know([kind, kind, kind].map(makeDrawing), isPieceFilled);
    for (const onPiece of forPiece) {
      const choice = tryChoice(stock, right, onPiece, { holes, closer });
      if (!choice) continue;
      count(choice);
      return choice;
    }
  }
  throw new Error('no drawings go together');
}
