// Draws watermarks on one image, and renders the text of a mark alone for the page that places it.
import { join } from 'node:path';
import type { TextOptions } from 'contract/mark/options.ts';
import type { Run, RunContext, Runs } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { isDeep, keepsDepth } from 'engines/colour.ts';
import { type AskedMark, makeMarks, textLook } from 'engines/draw-mark/make-mark.ts';
import { layText, writeInk } from 'engines/draw-mark/text.ts';
import { isSeenThrough, openPicture, refuseDamage } from 'engines/image.ts';
import type { MarkOptions, markImage } from './contract.ts';
import { flattens, keepsFrames, writeMarked } from './write-marked.ts';

/** Whether this is the name of the built-in font, in any spelling. */
const isOurFont = (name: string) => /^noto[\s_-]?sans[\s_-]?(?:sc|cjk(?:[\s_-]?sc)?)$/i.test(name.trim());

/** A mark file without a text makes an image mark, even without markType. */
const asMeant = ({ look, file }: AskedMark): AskedMark => ({
  look: file && !look.markContent?.trim() ? { ...look, markType: 'image' } : look,
  file,
});

/** Returns the marks of a call, from bottom to top. */
const listMarks = (
  options: MarkOptions,
  { inputs, lists }: Pick<RunContext<MarkOptions>, 'inputs' | 'lists'>,
): AskedMark[] =>
  [
    { look: options, file: inputs.markUrl },
    ...options.more.map(look => ({
      look,
      file: look.picture === undefined ? undefined : lists.markUrls?.[look.picture],
    })),
  ].map(asMeant);

const mark: Run<MarkOptions> = async ({ options, inputs, lists, folder, progress }) => {
  const asked = listMarks(options, { inputs, lists });
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  progress(10, 'working');
  const how = { animated: keepsFrames(picture, options) };
  return refuseDamage(
    picture,
    async () => {
      const made = await makeMarks(picture, asked, count => progress(10 + (30 * count) / asked.length, 'working'));
      progress(40, 'writing');
      const written = await writeMarked(picture, made, options, { folder, inputName: input.name });
      progress(100, 'writing');
      const warnings = listWarnings({
        'mark-hardly-seen': asked.some(({ look }, at) => look.opacity > 0 && made[at]!.sight.isHardlySeen),
        'signs-missing': made.some(({ missing }) => missing.length > 0),
        'font-replaced': asked.some(({ look }) => look.markType === 'text' && !isOurFont(look.font)),
        'first-frame-only': (picture.frames > 1 && !how.animated) || picture.pages > 1,
        'transparency-flattened': flattens(picture, options) && (await isSeenThrough(picture)),
        'depth-reduced': isDeep(picture.metadata) && !keepsDepth(picture.metadata, written.files[0]?.type ?? ''),
      });
      return { ...written, meta: { warnings }, hasNoEffect: made.every(({ sight }) => sight.isUnseen) };
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
