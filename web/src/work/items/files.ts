// The bytes of picked files, their object URLs on this page, and their thumbnails.

import { media, mediaOfName } from 'contract/media.ts';
import { live, useThumbnails } from './live.ts';

export const fileOf = (inputId: string | undefined): File | undefined =>
  inputId === undefined ? undefined : live.files.get(inputId);

export function keepFile(inputId: string, file: File): void {
  live.files.set(inputId, file);
  live.undrawn.push(inputId);
  void drawThumbnails();
}

/** Returns an object URL of the whole file, the same each time. */
export function addressOf(inputId: string): string | undefined {
  const file = live.files.get(inputId);
  if (!file) return undefined;
  const known = live.addresses.get(inputId) ?? URL.createObjectURL(file);
  live.addresses.set(inputId, known);
  return known;
}

export function dropFile(inputId: string): void {
  live.files.delete(inputId);
  live.proxies.get(inputId)?.abort('removed');
  live.proxies.delete(inputId);
  const thumbnail = useThumbnails.getState()[inputId];
  for (const address of [live.addresses.get(inputId), thumbnail]) if (address) URL.revokeObjectURL(address);
  live.addresses.delete(inputId);
  if (thumbnail)
    useThumbnails.setState(all => Object.fromEntries(Object.entries(all).filter(([key]) => key !== inputId)), true);
}

/** Draws one thumbnail at a time: decoding five hundred photos at once would exhaust the memory. */
async function drawThumbnails(): Promise<void> {
  const own = live;
  if (own.isDrawing) return;
  own.isDrawing = true;
  for (let id = own.undrawn.shift(); id; id = own.undrawn.shift()) {
    const file = own.files.get(id);
    // A file without a thumbnail must not keep the others from getting theirs.
    const picture = file && (await makeThumbnail(file).catch(reportError));
    if (picture && own.files.has(id)) useThumbnails.setState({ [id]: URL.createObjectURL(picture) });
  }
  own.isDrawing = false;
}

/** Timeout, because a browser that cannot play the clip may not fire an error event. */
const clipPatienceMs = 10_000;
const minSeconds = 0.1;

function waitFor(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), clipPatienceMs);
    const settle = (isThere: boolean) => {
      clearTimeout(timer);
      resolve(isThere);
    };
    video.addEventListener(name, () => settle(true), { once: true });
    video.addEventListener('error', () => settle(false), { once: true });
  });
}

/** Returns a frame slightly after the start, which is often black, or undefined if this browser cannot play the clip. */
async function drawClipFrame(file: Blob): Promise<ImageBitmap | undefined> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.preload = 'auto';
    video.src = address;
    if (!(await waitFor(video, 'loadeddata')) || video.videoWidth === 0) return undefined;
    const moment = Number.isFinite(video.duration) ? Math.min(1, video.duration / 3) : minSeconds;
    const sought = waitFor(video, 'seeked');
    video.currentTime = Math.max(minSeconds, moment);
    return (await sought) ? await createImageBitmap(video) : undefined;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

const edgePx = 96;

/** Returns undefined if this browser cannot decode the file (TIFF, HEIC, many clips) or the file is damaged. */
async function openPicture(file: File): Promise<ImageBitmap | undefined> {
  const name = mediaOfName(file.name);
  if (name && media[name].kind === 'video') return drawClipFrame(file);
  // Sound has no picture, and the file may be large.
  if (name && media[name].kind === 'sound') return undefined;
  try {
    return await createImageBitmap(file, { resizeWidth: edgePx * 2, resizeQuality: 'medium' });
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

async function makeThumbnail(file: File): Promise<Blob | undefined> {
  if (!('createImageBitmap' in globalThis)) return undefined;
  const picture = await openPicture(file);
  if (!picture) return undefined;
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = edgePx;
  canvas.height = edgePx;
  const from = [(picture.width - side) / 2, (picture.height - side) / 2, side, side] as const;
  canvas.getContext('2d')?.drawImage(picture, ...from, 0, 0, edgePx, edgePx);
  picture.close();
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/webp', 0.8));
}
