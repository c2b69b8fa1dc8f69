// Makes a person's avatar: a small square picture without the file's metadata.
import { openPicture, refuseDamage } from './image.ts';

const side = 256;

/** Reads a picture of any supported type and writes a WebP of 256 x 256 pixels. Throws the errors of `openPicture`, and FILE_CORRUPT. */
export async function writeAvatar(from: string, to: string): Promise<void> {
  const picture = await openPicture(from);
  await refuseDamage(picture, () =>
    picture.start().resize(side, side, { fit: 'cover' }).webp({ quality: 82, effort: 4 }).toFile(to),
  );
}
