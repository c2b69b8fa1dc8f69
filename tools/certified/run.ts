// Cuts people out of their background: as an ID photo if a size is named, otherwise as a plain cutout.
import { join } from 'node:path';
import { media } from 'contract/media.ts';
import type { Output, RunContext, Runs } from 'contract/run.ts';
import { openPicture, refuseDamage } from 'engines/image.ts';
import { writePreview } from 'engines/preview.ts';
import type { CertifiedOptions, certified } from './contract.ts';
import { cutPeople } from './cut-people.ts';
import { makePhoto } from './make-photo.ts';

async function cutOrPhoto(context: RunContext<CertifiedOptions>): Promise<Output> {
  const { options, inputs, folder, progress } = context;
  progress(0, 'reading');
  const picture = await openPicture(inputs.imageUrl!.path);
  return refuseDamage(picture, async () => {
    const output = await (options.spec === undefined ? cutPeople(picture, context) : makePhoto(picture, context));
    if (media[picture.type].shownByBrowsers) return output;
    const original = picture.start().flatten({ background: '#ffffff' });
    return { ...output, inputPreviewPath: await writePreview(original, join(folder, 'input-preview'), false) };
  });
}

export const runs: Runs<typeof certified> = { cutPeople: cutOrPhoto };
