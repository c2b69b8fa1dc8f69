// Pictures from a drawing server: requested through the worker, decoded in the sandboxed child process, written as PNG.
import { join } from 'node:path';
import type { DrawQuestion, SentPrompt } from 'contract/asked-servers.ts';
import type { AskForPictures, Output, PartProgress } from 'contract/run.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import type { Sharp } from 'sharp';
import { drawFailed, readDrawingAnswer } from './drawing-answer.ts';
import { makeDrawingPreview } from './drawing-preview.ts';
import { sharp } from './sharp.ts';

const maxPixels = 36_000_000;

/** Opens a drawing. Reads of it go through `orDrawFailed`. */
export const openDrawing = (file: string | Buffer): Sharp => sharp(file, { limitInputPixels: maxPixels });

/** Reports an unreadable drawing as the server's failure, not as a fault of the user's file. */
export const orDrawFailed = <T>(read: Promise<T>): Promise<T> =>
  read.catch(cause => {
    throw drawFailed(cause);
  });

/** Usual duration of a request, in milliseconds, until a server was measured or tells its progress. */
const usualMs = 25_000;

/** A drawing that is scaled to another size loses nothing that is worth a word unless its shape is another one too. */
const ratioError = 1.03;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface DrawingRun {
  /** The run's folder. */
  readonly folder: string;
  readonly progress: PartProgress;
  /** Whether the caller scales the drawings, so that only another shape matters. */
  readonly isScaled?: boolean;
}

export interface Drawn {
  readonly files: readonly (Omit<Output['files'][number], 'name'> & Size)[];
  readonly warnings: readonly WarningCode[];
  /** What the result says besides: what was sent, and the sizes that differ. */
  readonly meta: {
    readonly sent?: SentPrompt;
    readonly sizes?: { readonly wanted: Size; readonly drawn: Size };
  };
}

interface Told {
  readonly sent: SentPrompt | undefined;
  readonly wanted: Size;
  readonly drawn: readonly Size[];
  /** See DrawingRun. */
  readonly isScaled: boolean;
}

/** What a result says about its drawings. */
export function tellDrawn({ sent, wanted, drawn, isScaled }: Told): Pick<Drawn, 'warnings' | 'meta'> {
  const differs = ({ width, height }: Size) =>
    isScaled
      ? Math.abs(Math.log((width * wanted.height) / (height * wanted.width))) > Math.log(ratioError)
      : width !== wanted.width || height !== wanted.height;
  const other = drawn.find(differs);
  const warnings = listWarnings({
    'drawn-in-other-size': other !== undefined,
    'prompt-partly-translated': sent !== undefined && sent.unknown.length > 0,
  });
  const sizes = other && { wanted, drawn: { width: other.width, height: other.height } };
  return { warnings, meta: { ...(sent && { sent }), ...(sizes && { sizes }) } };
}

/** Requests drawings and writes them to the folder. Throws only DRAW_REFUSED and DRAW_FAILED. */
export async function drawOnServer(
  ask: AskForPictures,
  question: DrawQuestion,
  { folder, progress, isScaled = false }: DrawingRun,
): Promise<Drawn> {
  progress(0, { until: 1, usualMs, name: 'server' });
  const { pictures, sent } = readDrawingAnswer(
    await ask(question, progress, question.previews ? makeDrawingPreview : undefined),
  );
  const files: Drawn['files'][number][] = [];
  for (const [index, picture] of pictures.entries()) {
    const path = join(folder, `drawing-${index}.png`);
    const written = openDrawing(picture).toColourspace('srgb').png().toFile(path);
    const { width, height } = await orDrawFailed(written);
    files.push({ path, type: 'png', width, height });
  }
  const wanted = { width: question.width, height: question.height };
  return { files, ...tellDrawn({ sent, wanted, drawn: files, isScaled }) };
}
