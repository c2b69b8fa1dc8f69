// Unpacks compressed drawings (SVGZ) as they are picked: browsers show only unpacked ones.
import { isPacked, sniffBytes, sniffMedia } from 'contract/media.ts';

/** The most that a tool opens; a small file may unpack to gigabytes. */
const maxBytes = 20 * 1024 * 1024;

/** What is packed in the file; undefined if it is damaged or too large. */
async function unpack(file: Blob): Promise<Blob | undefined> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: BlobPart[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts, { type: 'image/svg+xml' });
      bytes += value.length;
      if (bytes > maxBytes) break;
      parts.push(value);
    }
    await reader.cancel();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return undefined;
}

/** The first bytes of a file; none of one that was moved or is a folder, which its checks refuse. */
async function readBeginning(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, 3).arrayBuffer());
  } catch (error) {
    if (error instanceof DOMException) return new Uint8Array();
    throw error;
  }
}

/** Returns the drawing in a packed file, and any other file as it is. */
export async function unpackDrawing(file: File): Promise<File> {
  if (!isPacked(await readBeginning(file))) return file;
  const inside = await unpack(file);
  const head = inside && new Uint8Array(await inside.slice(0, sniffBytes).arrayBuffer());
  if (!head || sniffMedia(head) !== 'svg') return file;
  return new File([inside], file.name.replace(/\.svgz$/i, '.svg'), {
    type: inside.type,
    lastModified: file.lastModified,
  });
}
