// Fills marked areas of an image: from patches of the image itself, or with a network configured by the operator.
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from 'contract/errors.ts';
import type { Pixels } from '../pixels/plane.ts';
import { fillRegion } from './fill-region.ts';
import { findThick } from './find-thick.ts';
import { findHeads } from './heads.ts';
import { fillByNetwork } from './network.ts';
import { findPeople, type People } from './people.ts';
import { cutRegion, type Region } from './region.ts';
import { cutFlags } from './resize-flags.ts';
import { type HoleGroup, isInGroup, splitHoles } from './split-holes.ts';

export interface FillControl {
  /** Called with the share of work done, 0..1, several times a second. */
  readonly progress?: (fraction: number) => void;
  /** An ONNX file that is used instead of the built-in patches. */
  readonly modelFile?: string;
  /** Whether people beside a removed object are looked for; default true. */
  readonly looksForPeople?: boolean;
  /** Called for each pixel copied as part of a large piece, with its index in the image and that of its source pixel. */
  readonly copied?: (pixel: number, source: number) => void;
}

export interface Filled extends Pixels {
  /** "patches", or "operator:<file name>". */
  readonly engine: string;
  /** Whether what is removed stands so close among people that what is behind it is mostly a guess. */
  readonly isHard: boolean;
}

const area = ({ box }: HoleGroup): number => (box.right - box.left) * (box.bottom - box.top);

/**
 * Fills the pixels where `mask` (one byte per pixel) is not zero. All other pixels are unchanged, the input is not modified, and the same image and
 * mask always give the same filling. An empty mask returns a copy. Throws MASK_COVERS_ALL.
 *
 * Thin holes are filled by the method of Newson, Almansa, Gousseau, Pérez (IPOL 7, 2017) with a blending of our own, see docs/decisions/filling.md.
 * Thick holes are copied in whole pieces, see docs/decisions/filling-wide.md; faces are not copied. Where a person or an object is removed beside
 * people, those are not continued, see docs/decisions/filling-objects.md. Memory: about 62 bytes per pixel of a region around the holes, and 270 per
 * pixel to fill: 1.6 GB for 12 megapixels with 30 % to fill. The matting network, which runs before, takes 1.2 GB.
 */
export async function inpaint(picture: Pixels, mask: Uint8Array, control: FillControl = {}): Promise<Filled> {
  const { width, height } = picture;
  if (mask.length !== width * height) throw new RangeError(`a mask of ${mask.length} for ${width} x ${height} pixels`);
  if (!mask.includes(0)) throw new AppError('MASK_COVERS_ALL');
  const { modelFile, copied, looksForPeople = true } = control;
  const data = Uint8Array.from(picture.data);
  const people = modelFile || !looksForPeople ? undefined : await findPeople(picture, mask);
  const begun = people ? peopleShare : 0;
  const progress = (share: number) => control.progress?.(begun + (1 - begun) * share);
  progress(0);
  const groups = splitHoles(mask, width, height).map(group =>
    people ? widenBesidePeople(group, people, picture) : group,
  );
  const total = groups.reduce((sum, group) => sum + area(group), 0);
  let done = 0;
  for (const group of groups) {
    const region = cutRegion(picture, mask, group.box);
    if (modelFile) await fillByNetwork(region, modelFile);
    else {
      const isThick = findThick(region);
      // Face detection takes a fraction of a second, so it runs only where large pieces are copied.
      const heads = isThick.includes(1) ? await findHeads(region) : [];
      const flags = people && cutPeople(people, picture, group);
      const steps = fillRegion(region, { isThick, heads, ...flags });
      let step = steps.next();
      for (; !step.done; step = steps.next()) {
        progress((done + step.value * area(group)) / total);
        await breathe();
      }
      const { left, top } = group.box;
      const place = (pixel: number) => (top + Math.floor(pixel / region.width)) * width + left + (pixel % region.width);
      // A hole of another group in this region is filled here too, but its pixels are taken from its own region.
      const isOwn = (pixel: number) =>
        isInGroup(group, left + (pixel % region.width), top + Math.floor(pixel / region.width), width);
      if (copied)
        for (const { pixels, sources } of step.value)
          pixels.forEach((pixel, index) => {
            if (isOwn(pixel)) copied(place(pixel), place(sources[index]!));
          });
    }
    pasteRegion(data, width, region, group);
    done += area(group);
    progress(done / total);
  }
  return {
    data,
    width,
    height,
    engine: modelFile ? `operator:${path.basename(modelFile)}` : 'patches',
    isHard: people?.isCrowded ?? false,
  };
}

function cutPeople(people: People, picture: Pixels, { box }: HoleGroup) {
  const isRemoved = cutFlags(people.isRemoved, people, picture, box);
  if (!isRemoved.includes(1)) return undefined;
  return { isRemoved, isBarred: cutFlags(people.isBarred, people, picture, box) };
}

/** Share of the work that finding people takes. */
const peopleShare = 0.2;
/** Extension in pixels of the part of an image used for an object beside people, because they cover the ground near it. */
const moreBesidePeople = 300;

function widenBesidePeople(group: HoleGroup, people: People, picture: Pixels): HoleGroup {
  if (!cutPeople(people, picture, group)?.isBarred.includes(1)) return group;
  const { left, top, right, bottom } = group.box;
  const box = {
    left: Math.max(0, left - moreBesidePeople),
    top: Math.max(0, top - moreBesidePeople),
    right: Math.min(picture.width, right + moreBesidePeople),
    bottom: Math.min(picture.height, bottom + moreBesidePeople),
  };
  return { ...group, box };
}

function pasteRegion(data: Uint8Array, pictureWidth: number, region: Region, group: HoleGroup): void {
  const { left, top } = group.box;
  for (let y = 0; y < region.height; y++) {
    for (let x = 0; x < region.width; x++) {
      const pixel = y * region.width + x;
      if (!region.isHole[pixel] || !isInGroup(group, left + x, top + y, pictureWidth)) continue;
      const to = ((top + y) * pictureWidth + left + x) * 3;
      data.set(region.colours.subarray(pixel * 3, pixel * 3 + 3), to);
    }
  }
}
