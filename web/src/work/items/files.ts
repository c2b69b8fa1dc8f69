// The bytes of picked files, and addresses under which this page can show them.
import { create } from 'zustand';
import { makeThumbnail } from './thumbnail.ts';

const files = new Map<string, File>();
const addresses = new Map<string, string>();

/** Little pictures for lists, by item id. */
export const useThumbnails = create<Readonly<Record<string, string>>>(() => ({}));

export const fileOf = (id: string): File | undefined => files.get(id);

export function keepFile(id: string, file: File): void {
  files.set(id, file);
  queue.push(id);
  void drawThumbnails();
}

/** An address for the whole file, the same each time. */
export function addressOf(id: string): string | undefined {
  const file = files.get(id);
  if (!file) return undefined;
  const known = addresses.get(id) ?? URL.createObjectURL(file);
  addresses.set(id, known);
  return known;
}

export function dropFile(id: string): void {
  files.delete(id);
  const thumbnail = useThumbnails.getState()[id];
  for (const address of [addresses.get(id), thumbnail]) if (address) URL.revokeObjectURL(address);
  addresses.delete(id);
  if (thumbnail)
    useThumbnails.setState(all => Object.fromEntries(Object.entries(all).filter(([key]) => key !== id)), true);
}

// One after the other: decoding five hundred photographs at once would take all memory.
const queue: string[] = [];
let isDrawing = false;

async function drawThumbnails(): Promise<void> {
  if (isDrawing) return;
  isDrawing = true;
  for (let id = queue.shift(); id; id = queue.shift()) {
    const file = files.get(id);
    const picture = file && (await makeThumbnail(file));
    if (picture && files.has(id)) useThumbnails.setState({ [id]: URL.createObjectURL(picture) });
  }
  isDrawing = false;
}
