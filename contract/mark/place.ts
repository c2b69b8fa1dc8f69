// The position of a watermark on a picture. The page and the server both use it, so the result matches the preview.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const positions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;
export type Position = (typeof positions)[number];

/** The requested position and size. Lengths are fractions, so that they suit pictures of any size. */
export interface Wishes {
  readonly position: Position;
  /** Distance between the rotated mark and the picture's edge, as a fraction of the picture's shorter edge. */
  readonly margin: number;
  /**
   * If either is set, the distance of the mark's centre to the right of and below the corner, edge or centre that `position` names, in shorter edges;
   * the margin is ignored.
   */
  readonly offsetX?: number | undefined;
  readonly offsetY?: number | undefined;
  /** Top left corner of the mark's unrotated box, as fractions of width and height. Takes precedence over all of the above. */
  readonly markX?: number | undefined;
  readonly markY?: number | undefined;
  /** The box that the mark is fitted into, centred and in proportion, as fractions of width and height. */
  readonly markW?: number | undefined;
  readonly markH?: number | undefined;
  /** Size without a box, as a fraction of the shorter edge: the shape's `unit` is scaled to this length. */
  readonly size: number;
  /** Degrees clockwise around the centre. */
  readonly rotate: number;
}

/** The aspect ratio of a mark before scaling: its sides, and the length that `size` refers to. */
export interface Shape extends Size {
  /** The em of a text, the longer side of a picture. */
  readonly unit: number;
}

/** A mark's box in picture pixels: `width` by `height`, rotated by `degrees` around `centre`. */
export interface Placed extends Size {
  readonly centre: Point;
  readonly degrees: number;
}

const fractions: Readonly<Record<Position, readonly [across: number, down: number]>> = {
  'top-left': [0, 0],
  top: [0.5, 0],
  'top-right': [1, 0],
  left: [0, 0.5],
  center: [0.5, 0.5],
  right: [1, 0.5],
  'bottom-left': [0, 1],
  bottom: [0.5, 1],
  'bottom-right': [1, 1],
};

export const shorterEdge = ({ width, height }: Size): number => Math.min(width, height);

/** The axis-aligned bounding box of a rotated box. */
export function turnedSize({ width, height }: Size, degrees: number): Size {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** The scale of the requested size, and the largest with which the rotated mark fits into the picture. */
function scalesOf(picture: Size, shape: Shape, { size, rotate }: Wishes) {
  const turned = turnedSize(shape, rotate);
  return {
    wanted: (size * shorterEdge(picture)) / shape.unit,
    largest: Math.min(picture.width / turned.width, picture.height / turned.height),
  };
}

/** Whether a mark without an explicit box is smaller than requested, because the picture is too small for it. */
export function isHeldSmall(picture: Size, shape: Shape, wishes: Wishes): boolean {
  const { wanted, largest } = scalesOf(picture, shape, wishes);
  return wishes.markW === undefined && wishes.markH === undefined && wanted > largest;
}

/** The mark's size in pixels. Without an explicit box, a mark is never larger than the picture. */
function sizeMark(picture: Size, shape: Shape, wishes: Wishes): Size {
  const { markW, markH } = wishes;
  const fitting = Math.min(
    markW === undefined ? Number.POSITIVE_INFINITY : (markW * picture.width) / shape.width,
    markH === undefined ? Number.POSITIVE_INFINITY : (markH * picture.height) / shape.height,
  );
  const { wanted, largest } = scalesOf(picture, shape, wishes);
  const scale = Number.isFinite(fitting) ? fitting : Math.min(largest, wanted);
  return { width: shape.width * scale, height: shape.height * scale };
}

/** Along one axis: clamps to the margins, or centres if they do not fit. */
function holdWithin(fraction: number, side: number, length: number, margin: number): number {
  if (fraction === 0.5 || length + 2 * margin > side) return side / 2;
  return fraction === 0 ? margin + length / 2 : side - margin - length / 2;
}

function findCentre(picture: Size, mark: Size, wishes: Wishes): Point {
  const { position, margin, offsetX, offsetY, markX, markY, markW, markH, rotate } = wishes;
  const [across, down] = fractions[position];
  const edge = shorterEdge(picture);
  const turned = turnedSize(mark, rotate);
  const isFree = offsetX !== undefined || offsetY !== undefined;
  const anchored = isFree
    ? { x: across * picture.width + (offsetX ?? 0) * edge, y: down * picture.height + (offsetY ?? 0) * edge }
    : {
        x: holdWithin(across, picture.width, turned.width, margin * edge),
        y: holdWithin(down, picture.height, turned.height, margin * edge),
      };
  const boxWidth = markW === undefined ? mark.width : markW * picture.width;
  const boxHeight = markH === undefined ? mark.height : markH * picture.height;
  return {
    x: markX === undefined ? anchored.x : markX * picture.width + boxWidth / 2,
    y: markY === undefined ? anchored.y : markY * picture.height + boxHeight / 2,
  };
}

/** The position of a mark of this shape on a picture of this size, in picture pixels. */
export function placeMark(picture: Size, shape: Shape, wishes: Wishes): Placed {
  const size = sizeMark(picture, shape, wishes);
  return { ...size, centre: findCentre(picture, size, wishes), degrees: wishes.rotate };
}

const round = (value: number) => Math.round(value * 1e6) / 1e6 + 0;

/**
 * The options that put a mark's centre here, measured from the nearest corner, edge or centre, so that the mark keeps its distance from it on a
 * picture of another aspect ratio.
 */
export function anchorCentre(picture: Size, centre: Point): Required<Pick<Wishes, 'position' | 'offsetX' | 'offsetY'>> {
  const third = (value: number, side: number) => Math.min(2, Math.max(0, Math.floor((3 * value) / side)));
  const position = positions[third(centre.y, picture.height) * 3 + third(centre.x, picture.width)]!;
  const [across, down] = fractions[position];
  const edge = shorterEdge(picture);
  return {
    position,
    offsetX: round((centre.x - across * picture.width) / edge),
    offsetY: round((centre.y - down * picture.height) / edge),
  };
}
