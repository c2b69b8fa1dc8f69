// The backgrounds that are photographs, and their covers: on a page addresses of its assets, on a server of the files in this folder. They come
// with the startbootstrap packages (MIT); scripts/make-cutout-covers.ts makes them.
import type { PhotoId } from './backgrounds.ts';

// Written out, since the page's build reads these expressions and does not run them.
export const photoBackgrounds: Readonly<Record<PhotoId, string>> = {
  'photo-sea': new URL('./photos/photo-sea.webp', import.meta.url).href,
  'photo-valley': new URL('./photos/photo-valley.webp', import.meta.url).href,
  'photo-forest': new URL('./photos/photo-forest.webp', import.meta.url).href,
  'photo-hills': new URL('./photos/photo-hills.webp', import.meta.url).href,
  'photo-wood': new URL('./photos/photo-wood.webp', import.meta.url).href,
  'photo-yellow': new URL('./photos/photo-yellow.webp', import.meta.url).href,
};

export const photoCovers: Readonly<Record<PhotoId, string>> = {
  'photo-sea': new URL('./covers/photo-sea.webp', import.meta.url).href,
  'photo-valley': new URL('./covers/photo-valley.webp', import.meta.url).href,
  'photo-forest': new URL('./covers/photo-forest.webp', import.meta.url).href,
  'photo-hills': new URL('./covers/photo-hills.webp', import.meta.url).href,
  'photo-wood': new URL('./covers/photo-wood.webp', import.meta.url).href,
  'photo-yellow': new URL('./covers/photo-yellow.webp', import.meta.url).href,
};
