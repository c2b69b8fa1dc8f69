// Lays a watermark over one picture, and draws the text of a mark alone for the page that places it.
import { join } from 'node:path';
import type { Run, Runs } from 'contract/run.ts';
import { layText, writeInk } from 'engines/draw-mark/text.ts';
import { openPicture, refuseDamage } from 'engines/image.ts';
import type { MarkOptions, markImage, TextOptions } from './contract.ts';
import { makeMark, textLook } from './make-mark.ts';
import { flattens, keepsFrames, writeMarked } from './write-marked.ts';

/** Whether this is the name of the shipped font, in any spelling. */
const isOurFont = (name: string) => /^noto[\s_-]?sans[\s_-]?(?:sc|cjk(?:[\s_-]?sc)?)$/i.test(name.trim());

/** A mark picture without a text makes an image mark, even without markType. */
const asMeant = (options: MarkOptions, hasPicture: boolean): MarkOptions =>
  hasPicture && !options.markContent?.trim() ? { ...options, markType: 'image' } : options;

const mark: Run<MarkOptions> = async ({ options: asked, inputs, folder, progress }) => {
  const options = asMeant(asked, inputs.markUrl !== undefined);
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  progress(10, 'working');
  const how = { animated: keepsFrames(picture, options) };
  return refuseDamage(
    picture,
    async () => {
      const made = await makeMark(picture, options, inputs.markUrl);
      progress(40, 'writing');
      const written = await writeMarked(picture, made, options, { folder, inputName: input.name });
      progress(100, 'writing');
      const found = {
        'signs-missing': made.missing.length > 0,
        'font-replaced': options.markType === 'text' && !isOurFont(options.font),
        'first-frame-only': (picture.frames > 1 && !how.animated) || picture.pages > 1,
        'transparency-flattened': flattens(picture, options),
      };
      const warnings = Object.entries(found).flatMap(([name, isSo]) => (isSo ? [name] : []));
      return { ...written, meta: { warnings } };
    },
    how,
  );
};

const inkText: Run<TextOptions> = async ({ options, folder, progress }) => {
  progress(0, 'working');
  const laid = await layText(textLook(options));
  const path = join(folder, 'text.png');
  await writeInk(laid, path);
  const { width, height } = laid.coverage;
  return {
    files: [{ path, name: 'text.png', type: 'png', width, height }],
    meta: { emPixels: laid.emPixels, missing: laid.missing },
  };
};

export const runs: Runs<typeof markImage> = { mark, inkText };
