// Builds a mark for one image: its shape, its position, and its pixels at the size drawn.
import type { OneMark, TextOptions } from 'contract/mark/options.ts';
import { type Placed, placeMark, type Shape, type Size, shorterEdge } from 'contract/mark/place.ts';
import { requireMark } from 'contract/mark/require-mark.ts';
import { wishesOf } from 'contract/mark/wishes.ts';
import type { InputFile } from 'contract/run.ts';
import { openPicture, type Picture, readPixels, refuseDamage } from '../image.ts';
import { chooseInk, lookSide } from '../pixels/choose-ink.ts';
import { finishMark, type PaintedMark, type Sheet, tintCoverage } from '../pixels/paint-mark.ts';
import { inkToSize, layText, shapeOfText, type TextLook } from './text.ts';

export interface MadeMark {
  readonly look: OneMark;
  readonly painted: PaintedMark;
  readonly placed: Placed;
  readonly missing: readonly string[];
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

async function findColor(picture: Picture, { color, tile }: OneMark, placed: Placed): Promise<string> {
  if (color !== 'auto') return color;
  const small = picture.start({ paintsColour: true }).flatten({ background: '#ffffff' });
  const seen = await readPixels(small.resize(lookSide, lookSide, { fit: 'inside' }), 3);
  return chooseInk(seen, picture, tile ? undefined : placed);
}

async function originalText(picture: Picture, options: OneMark): Promise<Original> {
  const look = textLook(options);
  const laid = await layText(look);
  return {
    shape: shapeOfText(laid),
    missing: laid.missing,
    draw: async ({ width, height }, placed) =>
      tintCoverage(await inkToSize(look, laid, width, height), await findColor(picture, options, placed)),
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

function findOriginal(picture: Picture, options: OneMark, file: InputFile | undefined): Promise<Original> {
  requireMark(options, file !== undefined);
  return file ? originalPicture(file) : originalText(picture, options);
}

/** Makes a mark. Refuses with MARK_MISSING, MARK_PICTURE_MISSING, MARK_ONLY_ONE or MARK_SIGNS_MISSING, or because a mark picture cannot be read. */
export async function makeMark(picture: Picture, options: OneMark, file: InputFile | undefined): Promise<MadeMark> {
  const original = await findOriginal(picture, options, file);
  const fontSize = options.fontSize > 1 ? options.fontSize / shorterEdge(picture) : options.fontSize;
  const placed = placeMark(picture, original.shape, wishesOf({ ...options, fontSize }));
  const size = { width: Math.max(1, Math.round(placed.width)), height: Math.max(1, Math.round(placed.height)) };
  const plain = await original.draw(size, placed);
  const unit =
    options.markType === 'text'
      ? (original.shape.unit * placed.width) / original.shape.width
      : Math.min(size.width, size.height);
  return { look: options, painted: finishMark(plain, options, unit), placed, missing: original.missing };
}
