// Addresses of the photographic backgrounds and their covers: asset URLs on a page, file URLs of this folder on a server. scripts/make-cutout-covers.ts
// prepares the photographs, which come from fixtures/photos.
import type { PhotoId } from './backgrounds.ts';

// Written out, because the page's bundler analyses these expressions statically.
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
