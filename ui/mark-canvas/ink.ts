// The ink of a text for the canvas: drawn at once with the browser's fonts, or decoded from the server's rendering.
import { type MarkSource, makeCanvas } from './paint-mark.ts';

export interface InkLook {
  readonly text: string;
  readonly weight: number;
  readonly align: 'left' | 'center' | 'right';
  /** In ems. */
  readonly letterSpacing: number;
}

const roughEm = 160;
const lineHeight = 1.2;

/** Cropped to the ink as measured by the browser. */
export function sketchInk({ text, weight, align, letterSpacing }: InkLook): MarkSource {
  const lines = text.split('\n');
  const font = `${weight} ${roughEm}px "Noto Sans SC", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`;
  const measuring = makeCanvas(1, 1).context;
  const dress = (context: CanvasRenderingContext2D) => {
    context.font = font;
    context.letterSpacing = `${letterSpacing * roughEm}px`;
    context.fillStyle = '#ffffff';
  };
  dress(measuring);
  const measured = lines.map(line => measuring.measureText(line));
  const left = Math.max(0, ...measured.map(line => line.actualBoundingBoxLeft));
  const width = Math.max(1, ...measured.map(line => line.actualBoundingBoxRight));
  const top = measured[0]?.actualBoundingBoxAscent || roughEm;
  const bottom = measured.at(-1)?.actualBoundingBoxDescent ?? 0;
  const height = top + bottom + (lines.length - 1) * lineHeight * roughEm;
  const { canvas, context } = makeCanvas(left + width, height);
  dress(context);
  const shares = { left: 0, center: 0.5, right: 1 };
  for (const [index, line] of lines.entries()) {
    const spare = width - (measured[index]?.actualBoundingBoxRight ?? width);
    context.fillText(line, left + spare * shares[align], top + index * lineHeight * roughEm);
  }
  const shape = { width: canvas.width, height: canvas.height, unit: roughEm };
  return { drawn: canvas, kind: 'text', shape };
}

/** Converts white on black to white on transparent. `emPixels` is the em size of the text in the image. */
export async function decodeInk(blob: Blob, emPixels: number): Promise<MarkSource> {
  const bitmap = await createImageBitmap(blob);
  const { canvas, context } = makeCanvas(bitmap.width, bitmap.height);
  context.drawImage(bitmap, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < pixels.data.length; at += 4) {
    pixels.data[at + 3] = pixels.data[at]!;
    pixels.data.fill(255, at, at + 3);
  }
  context.putImageData(pixels, 0, 0);
  bitmap.close();
  const shape = { width: canvas.width, height: canvas.height, unit: emPixels };
  return { drawn: canvas, kind: 'text', shape };
}
