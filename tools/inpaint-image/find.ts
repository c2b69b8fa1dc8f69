// The calls that find marks: their boxes, and a tight mask.
import { join } from 'node:path';
import { media } from 'contract/media.ts';
import type { Run, RunContext } from 'contract/run.ts';
import { type FoundMarks, findMarks } from 'engines/find-marks/find-marks.ts';
import { openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { fromPixels, writePreview } from 'engines/preview.ts';
import type { FindOptions } from './contract.ts';

const decodedPercent = 15;
const foundPercent = 85;
const engine = 'ppocr';
const background = '#ffffff';

type Context = RunContext<FindOptions>;

interface Search extends FoundMarks {
  readonly picture: Picture;
  /** A preview of an image that browsers cannot show. */
  readonly preview: { readonly inputPreviewPath?: string };
}

async function search({ inputs, folder, progress }: Context): Promise<Search> {
  progress(0, 'reading');
  const picture = await openPicture(inputs.imageUrl!.path);
  return refuseDamage(picture, async () => {
    const pixels = await readPixels(picture.start({ paintsColour: true }).flatten({ background }), 3);
    progress(decodedPercent, 'working');
    const found = await findMarks(pixels, done =>
      progress(decodedPercent + done * (foundPercent - decodedPercent), 'working'),
    );
    const isShown = media[picture.type].shownByBrowsers;
    const original = () => writePreview(picture.start().flatten({ background }), join(folder, 'input-preview'), false);
    return { ...found, picture, preview: isShown ? {} : { inputPreviewPath: await original() } };
  });
}

/** Returns the boxes around marks. */
export const locate: Run<FindOptions> = async context => {
  const { marks, preview } = await search(context);
  context.progress(100, 'writing');
  return { files: [], boxes: marks, ...preview, meta: { engine } };
};

/** Returns the boxes, and a PNG of the image's size: white on the marks, black elsewhere. */
export const mask: Run<FindOptions> = async context => {
  const { marks, mask: found, picture, preview } = await search(context);
  const { width, height } = picture;
  context.progress(foundPercent, 'writing');
  const path = join(context.folder, 'mask.png');
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < found.length; i++) if (found[i]) data.fill(255, i * 3, i * 3 + 3);
  await fromPixels({ data, width, height, channels: 3 }).toColourspace('b-w').png().toFile(path);
  context.progress(100, 'writing');
  const file = { path, name: 'mask.png', type: 'png', width, height } as const;
  return { files: [file], boxes: marks, ...preview, meta: { engine } };
};
