// Writes a 24-bit BMP file, which every program reads.
import { open } from 'node:fs/promises';
import type { RawPixels } from './decode-dib.ts';
import { dibHeaderBytes, dibRowBytes, layOutRows, writeDibHeader } from './encode-dib.ts';

const fileHeadBytes = 14;
const bandBytes = 4 * 1024 * 1024;

/** Takes three channels; returns the size of the file in bytes. Writes in bands, to avoid a second copy of the image. */
export async function writeBmp(path: string, pixels: RawPixels): Promise<number> {
  const { width, height } = pixels;
  const rowBytes = dibRowBytes(width, 3);
  const totalBytes = fileHeadBytes + dibHeaderBytes + rowBytes * height;
  const head = Buffer.alloc(fileHeadBytes);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(totalBytes, 2);
  head.writeUInt32LE(fileHeadBytes + dibHeaderBytes, 10);
  const file = await open(path, 'w');
  try {
    await file.writeFile(Buffer.concat([head, writeDibHeader(width, height, 24, rowBytes * height)]));
    const bandRows = Math.max(1, Math.floor(bandBytes / rowBytes));
    for (let row = 0; row < height; row += bandRows)
      await file.writeFile(layOutRows(pixels, row, Math.min(bandRows, height - row)));
  } finally {
    await file.close();
  }
  return totalBytes;
}
