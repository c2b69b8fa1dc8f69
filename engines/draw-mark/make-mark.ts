// Builds a mark for one image: its shape, its position, and its pixels at the size drawn.
import type { OneMark, TextOptions } from 'contract/mark/options.ts';
import { type Placed, placeMark, type Shape, type Size, shorterEdge } from 'contract/mark/place.ts';
import { requireMark } from 'contract/mark/require-mark.ts';
import { wishesOf } from 'contract/mark/wishes.ts';
import type { InputFile } from 'contract/run.ts';
import { isSeenThrough, openPicture, type Picture, readPixels, refuseDamage } from '../image.ts';
import { chooseInk, lookSide } from '../pixels/choose-ink.ts';
import { finishMark, type PaintedMark, type Sheet, tintCoverage } from '../pixels/paint-mark.ts';
import { measureSight, type Sight } from './measure-sight.ts';
import { inkToSize, layText, shapeOfText, type TextLook } from './text.ts';

/** A mark that is wanted, and the file of a picture mark. */
export interface AskedMark {
  readonly look: OneMark;
  readonly file: InputFile | undefined;
}

export interface MadeMark {
  readonly look: OneMark;
  readonly painted: PaintedMark;
  readonly placed: Placed;
  readonly missing: readonly string[];
  readonly sight: Sight;
}

/** A mark of known shape that can be drawn at any size in whole pixels. */
interface Original {
  readonly shape: Shape;
  readonly missing: readonly string[];
  readonly draw: (size: Size, placed: Placed) => Promise<Sheet>;
}

export const textLook = ({ markContent = '', fontWeight, align, letterSpacing }: TextOptions): TextLook => ({
  text: markContent,
  weight: fontWeight,
  align,
  letterSpacing,
});

/** A picture as its marks see it: at the size at which they are compared with it, and whether it is transparent somewhere. */
interface Ground {
  readonly picture: Picture;
  readonly small: Sheet;
  readonly isSeenThrough: boolean;
}

async function readGround(picture: Picture): Promise<Ground> {
  const small = picture.start({ paintsColour: true }).flatten({ background: '#ffffff' });
  return {
    picture,
    small: await readPixels(small.resize(lookSide, lookSide, { fit: 'inside' }), 3),
    isSeenThrough: await isSeenThrough(picture),
  };
}

async function originalText({ picture, small }: Ground, options: OneMark): Promise<Original> {
  const look = textLook(options);
  const laid = await layText(look);
  return {
    shape: shapeOfText(laid),
    missing: laid.missing,
    draw: async ({ width, height }, placed) => {
      const { color, tile } = options;
      const ink = color === 'auto' ? chooseInk(small, picture, tile ? undefined : placed) : color;
      return tintCoverage(await inkToSize(look, laid, width, height), ink);
    },
  };
}

async function originalPicture(file: InputFile): Promise<Original> {
  const mark = await openPicture(file.path);
  const draw = async ({ width, height }: Size) => {
    const how = mark.type === 'svg' ? { scale: width / mark.width } : {};
    const work = () => readPixels(mark.start(how).ensureAlpha().resize(width, height, { fit: 'fill' }), 4);
    return refuseDamage(mark, work, how);
  };
  return {
    shape: { width: mark.width, height: mark.height, unit: Math.max(mark.width, mark.height) },
    missing: [],
    draw,
  };
}

async function makeMark(ground: Ground, { look: options, file }: AskedMark): Promise<MadeMark> {
  const { picture, small } = ground;
  const original = await (file ? originalPicture(file) : originalText(ground, options));
  const fontSize = options.fontSize > 1 ? options.fontSize / shorterEdge(picture) : options.fontSize;
  const placed = placeMark(picture, original.shape, wishesOf({ ...options, fontSize }));
  const size = { width: Math.max(1, Math.round(placed.width)), height: Math.max(1, Math.round(placed.height)) };
  const plain = await original.draw(size, placed);
  const unit =
    options.markType === 'text'
      ? (original.shape.unit * placed.width) / original.shape.width
      : Math.min(size.width, size.height);
  const painted = finishMark(plain, options, unit);
  const sight = measureSight({
    // Outline and shadow lie beyond the box, and count as what they are: they make a mark visible.
    sheet: painted.sheet,
    small: ground.isSeenThrough ? undefined : small,
    picture,
    placed: options.tile
      ? undefined
      : { ...placed, width: placed.width + 2 * painted.inset, height: placed.height + 2 * painted.inset },
    opacity: options.opacity,
    emPixels: options.markType === 'text' ? unit : undefined,
  });
  return { look: options, painted, placed, missing: original.missing, sight };
}

/**
 * Makes the marks of a picture, in order; `onMade` is told how many there are. Refuses with MARK_MISSING, MARK_PICTURE_MISSING, MARK_ONLY_ONE or
 * MARK_SIGNS_MISSING, or because a mark picture cannot be read.
 */
export async function makeMarks(
  picture: Picture,
  asked: readonly AskedMark[],
  onMade: (count: number) => void = () => undefined,
): Promise<MadeMark[]> {
  for (const { look, file } of asked) requireMark(look, file !== undefined);
  const ground = await readGround(picture);
  const made: MadeMark[] = [];
  for (const one of asked) onMade(made.push(await makeMark(ground, one)));
  return made;
}
