// Extracts one frame of a clip as a bitmap for its thumbnail, using the browser's own player.

/** Timeout, because a browser that cannot play the clip may not fire an error event. */
const patienceMs = 10_000;
const leastSeconds = 0.1;

function waitFor(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), patienceMs);
    const settle = (isThere: boolean) => {
      clearTimeout(timer);
      resolve(isThere);
    };
    video.addEventListener(name, () => settle(true), { once: true });
    video.addEventListener('error', () => settle(false), { once: true });
  });
}

/** Returns a frame slightly after the start, which is often black, or undefined if this browser cannot play the clip. */
export async function drawClipFrame(file: Blob): Promise<ImageBitmap | undefined> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.preload = 'auto';
    video.src = address;
    if (!(await waitFor(video, 'loadeddata')) || video.videoWidth === 0) return undefined;
    const moment = Number.isFinite(video.duration) ? Math.min(1, video.duration / 3) : leastSeconds;
    const sought = waitFor(video, 'seeked');
    video.currentTime = Math.max(leastSeconds, moment);
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
