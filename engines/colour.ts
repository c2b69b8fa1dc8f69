// Colour handling of results: profiles are converted to sRGB or kept, and greyscale stays greyscale.
import type { Metadata, Sharp } from 'sharp';

type CarryingFormat = 'jpg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff';

export interface ColourWishes {
  readonly format: CarryingFormat;
  /** Only if `canKeepProfile`. */
  readonly keepsProfile: boolean;
  /** Metadata is written too, so its colour space has to be declared by a profile. */
  readonly keepsMetadata: boolean;
  /** False when a colour is painted behind or around the picture. */
  readonly mayStayGrey: boolean;
}

type ProfileSpace = 'RGB' | 'GRAY' | 'CMYK';

const formatsForProfile: Readonly<Record<ProfileSpace, readonly string[]>> = {
  RGB: ['jpg', 'png', 'webp', 'avif', 'tiff'],
  GRAY: ['jpg', 'png', 'tiff'],
  CMYK: ['jpg', 'tiff'],
};
const greyFormats: readonly string[] = ['jpg', 'png', 'tiff'];
const deepFormats: readonly string[] = ['png', 'tiff', 'avif'];

/** Whether the picture has more than 8 bits per channel. */
export const isDeep = (metadata: Metadata): boolean => metadata.depth === 'ushort';
/** Whether all of them can be stored in `format`. */
export const keepsDepth = (metadata: Metadata, format: string): boolean =>
  isDeep(metadata) && deepFormats.includes(format);
export const isGrey = (metadata: Metadata): boolean => metadata.space === 'b-w' || metadata.space === 'grey16';

/** Returns the colour space of an ICC profile: bytes 16..19 (ICC.1:2022, 7.2.8). */
function profileSpace(metadata: Metadata): string {
  return metadata.icc?.toString('latin1', 16, 20).trim() ?? '';
}

/** Whether the embedded profile can be stored in `format` with the picture's pixels as they are. */
export function canKeepProfile(metadata: Metadata, format: string): boolean {
  const space = profileSpace(metadata);
  if (!Object.hasOwn(formatsForProfile, space)) return false;
  // A profile for a different colour space than that of the pixels does not belong to this picture.
  const fits = space === 'GRAY' ? isGrey(metadata) : space === 'CMYK' ? metadata.space === 'cmyk' : !isGrey(metadata);
  return fits && metadata.space !== 'lab' && formatsForProfile[space as ProfileSpace].includes(format);
}

/** Whether the pixels are already sRGB: without a profile, or with one that names it. */
export function isPlainSrgb({ icc }: Metadata): boolean {
  return !icc || icc.includes('sRGB', 0, 'latin1') || icc.includes(Buffer.from('sRGB', 'utf16le').swap16());
}

/** Adds the colour conversions for these wishes to a pipeline. */
export function carryColours(pipeline: Sharp, metadata: Metadata, wishes: ColourWishes): Sharp {
  const { format, keepsProfile, keepsMetadata, mayStayGrey } = wishes;
  if (keepsProfile) {
    const kept = pipeline.keepIccProfile();
    if (metadata.space === 'cmyk') return kept.pipelineColourspace('cmyk').toColourspace('cmyk');
    const deep = keepsDepth(metadata, format);
    if (isGrey(metadata)) return kept.toColourspace(deep ? 'grey16' : 'b-w');
    return deep ? kept.toColourspace('rgb16') : kept;
  }
  const stays = mayStayGrey && !metadata.hasProfile && isGrey(metadata) && greyFormats.includes(format);
  const deep = keepsDepth(metadata, format);
  const out = stays
    ? pipeline.toColourspace(deep ? 'grey16' : 'b-w')
    : deep
      ? pipeline.toColourspace('rgb16')
      : pipeline;
  return keepsMetadata && metadata.hasProfile ? out.withIccProfile('srgb') : out;
}

/** sharp converts 16-bit pixels with a profile to Display P3 on input; only an explicit profile converts them back. */
export const showDeep = (pipeline: Sharp, { hasProfile, depth }: Metadata): Sharp =>
  hasProfile && depth === 'ushort' ? pipeline.withIccProfile('srgb', { attach: false }) : pipeline;
