// Opens a picked file as a picture that can be shown and drawn; the caller revokes its address.
import { inputErrorSentence } from 'contract/input-errors.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import type { Language } from 'contract/words.ts';
import { checkInput, readPicked } from '../files/check-input.ts';

const rule = { accept: ['jpg', 'png', 'webp', 'gif', 'bmp'], maxBytes: maxPictureBytes } as const;

export const pickedTypes = 'image/jpeg,image/png,image/webp,image/gif,image/bmp';

/** Returns a sentence instead if the file cannot be used as an avatar. */
export async function openPicture(file: File, language: Language): Promise<HTMLImageElement | string> {
  const checked = checkInput(await readPicked(file), rule);
  if ('refusal' in checked) return inputErrorSentence(checked.refusal.code, language, checked.refusal.details);
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return image;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    URL.revokeObjectURL(image.src);
    return inputErrorSentence('FILE_CORRUPT', language);
  }
}
