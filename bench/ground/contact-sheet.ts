// A contact sheet: pictures in rows, each with what is wrong with it beneath, so that a person can look at the worst results at once.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { escapeMarkup } from '../../engines/draw-mark/text.ts';
import { sharp } from '../../engines/sharp.ts';

export interface Shown {
  /** Encoded, or raw with its size. */
  readonly picture: Parameters<typeof sharp>[0];
  readonly raw?: { readonly width: number; readonly height: number; readonly channels: 1 | 3 | 4 };
  readonly caption: string;
}

const [columns, cellWidth, cellHeight, captionHeight] = [5, 380, 280, 44];
const longestLine = 58;

async function drawCell({ picture, raw, caption }: Shown): Promise<Buffer> {
  const thumb = await sharp(picture, raw && { raw })
    .resize(cellWidth - 8, cellHeight, { fit: 'contain', background: '#777777' })
    .flatten({ background: '#ff00ff' })
    .png()
    .toBuffer();
  const lines = [caption.slice(0, longestLine), caption.slice(longestLine, 2 * longestLine)];
  const text = lines.map((line, k) => `<text x="4" y="${16 + 18 * k}">${escapeMarkup(line)}</text>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cellWidth}" height="${captionHeight}" font-size="12" font-family="sans-serif">${text}</svg>`;
  return sharp({ create: { width: cellWidth, height: cellHeight + captionHeight, channels: 3, background: '#ffffff' } })
    .composite([
      { input: thumb, left: 4, top: 0 },
      { input: Buffer.from(svg), left: 0, top: cellHeight },
    ])
    .png()
    .toBuffer();
}

/** Writes the sheet as PNG and returns its path. */
export async function writeSheet(items: readonly Shown[], folder: string, name: string): Promise<string> {
  const cells = await Promise.all(items.map(drawCell));
  const rows = Math.max(1, Math.ceil(cells.length / columns));
  const high = cellHeight + captionHeight;
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.png`);
  await sharp({ create: { width: columns * cellWidth, height: rows * high, channels: 3, background: '#ffffff' } })
    .composite(
      cells.map((input, k) => ({ input, left: (k % columns) * cellWidth, top: Math.floor(k / columns) * high })),
    )
    .png()
    .toFile(file);
  return file;
}
