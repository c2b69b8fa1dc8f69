// Chooses what is drawn on the piece and in the holes, so that the shapes alone do not say which hole is the right one: as often
// as the second it is the third, the fourth or the last in likeness.
import { type Drawing, type FigureKind, figureKinds, makeDrawing } from './figures.ts';
import { type Likeness, likenessOf, makeShapes, type Shape } from './likeness.ts';
import { pick, shuffle, wholeBetween } from './random.ts';

interface Known {
  readonly drawing: Drawing;
  readonly shape: Shape;
}

const drawingsOfKind = 10;
/**
 * How many decoys are more alike than the right drawing. Never none: a finer comparison than ours finds the right one somewhat
 * more alike than we do.
 */
const closerDecoys = { least: 1, most: 4 } as const;
/** Compared for each choice; all of them would take longer than drawing the picture. */
const comparedDrawings = 65;
/** Then all are drawn anew, so that nobody can collect them. */
const choicesPerStock = 200;

/** Kinds that people may take for each other in a small drawing: none of them is a decoy for another. */
const lookAlikes: readonly (readonly FigureKind[])[] = [
  ['flower', 'butterfly', 'sun'],
  ['star', 'sun'],
  ['heart', 'apple', 'leaf'],
  ['tree', 'leaf'],
];

let stock: readonly Known[] = [];
let choicesLeft = 0;

/** Figures of one kind lie alike beside their middle, which would tell them apart from others. */
const centreDrawing = (drawing: Drawing, { middle }: Shape): Drawing => ({
  ...drawing,
  transform: `translate(${(-middle.x).toFixed(1)} ${(-middle.y).toFixed(1)}) ${drawing.transform}`,
});

async function openStock(): Promise<readonly Known[]> {
  if (choicesLeft-- > 0) return stock;
  const drawings = figureKinds.flatMap(kind => Array.from({ length: drawingsOfKind }, () => makeDrawing(kind)));
  const shapes = await makeShapes(drawings);
  stock = drawings.map((drawing, i) => ({ drawing: centreDrawing(drawing, shapes[i]!), shape: shapes[i]! }));
  choicesLeft = choicesPerStock - 1;
  return stock;
}

const mayBeTakenFor = (a: FigureKind, b: FigureKind) =>
  a === b || lookAlikes.some(kinds => kinds.includes(a) && kinds.includes(b));

const isMore = (a: Likeness, b: Likeness) => a.solid > b.solid && a.edges > b.edges;

interface Order {
  readonly holes: number;
  /** Else the figures in the holes are filled. */
  readonly isPieceFilled: boolean;
}

interface Choice {
  readonly onPiece: Drawing;
  /** The first is of the piece's kind, the others of other kinds, each of its own. */
  readonly inHoles: readonly Drawing[];
}

const isOfKind = (kind: string) => (known: Known) => known.drawing.kind === kind;

/** Decoys of so many kinds, one drawing each. */
function takeOfEachKind(from: readonly Known[], count: number, taken: ReadonlySet<string>): Known[] {
  const byKind = new Map<string, Known>();
  for (const known of shuffle(from)) if (!taken.has(known.drawing.kind)) byKind.set(known.drawing.kind, known);
  return shuffle([...byKind.values()]).slice(0, count);
}

function tryChoice(all: readonly Known[], order: Order, closer: number): Choice | undefined {
  const { holes, isPieceFilled } = order;
  const [piece, right] = shuffle(all.filter(isOfKind(pick(figureKinds))));
  const likeness = likenessOf(piece!.shape, right!.shape, isPieceFilled);
  const others = shuffle(all)
    .slice(0, comparedDrawings)
    .filter(known => !mayBeTakenFor(known.drawing.kind, piece!.drawing.kind))
    .map(known => ({ ...known, likeness: likenessOf(piece!.shape, known.shape, isPieceFilled) }));
  const near = takeOfEachKind(
    others.filter(known => isMore(known.likeness, likeness)),
    closer,
    new Set(),
  );
  const taken = new Set(near.map(known => known.drawing.kind));
  const far = takeOfEachKind(
    others.filter(known => isMore(likeness, known.likeness)),
    holes - 1 - closer,
    taken,
  );
  if (near.length + far.length < holes - 1) return undefined;
  return { onPiece: piece!.drawing, inHoles: [right!, ...near, ...far].map(known => known.drawing) };
}

export async function chooseDrawings(order: Order): Promise<Choice> {
  const all = await openStock();
  const closer = wholeBetween(closerDecoys.least, Math.min(closerDecoys.most, order.holes - 1));
  for (let tries = 0; tries < 200; tries++) {
    const choice = tryChoice(all, order, closer);
    if (choice) return choice;
  }
  throw new Error('no drawings go together');
}
