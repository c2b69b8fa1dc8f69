// The one conversion from high to standard dynamic range, for results, posters, film strips and frames alike.
import type { StreamFacts } from 'contract/facts.ts';
import { hasFilters } from './run-ffmpeg.ts';

/** Reference white of HDR in candelas per square metre (ITU-R BT.2408). */
const referenceWhite = 203;
/** The brightest level that is kept apart from white: most films and phones stay below, and HLG ends there (ITU-R BT.2100). */
const brightest = 1000;

/**
 * Linear light in which 1 is reference white, BT.709 primaries, Mobius's curve, which leaves levels below 0.3 as they are, and BT.709 again.
 * Colours that BT.709 lacks are clipped channel by channel, which happens where zimg writes integers of RGB. Without that step their negative
 * channels would enter the luma, and a saturated red would come out darker in YUV than in RGB.
 */
const filters = [
  `zscale=t=linear:npl=${referenceWhite}`,
  'format=gbrpf32le',
  'zscale=p=bt709',
  `tonemap=tonemap=mobius:param=0.3:desat=0:peak=${(brightest / referenceWhite).toFixed(3)}`,
  'zscale=t=bt709:r=full',
  'format=gbrp12le',
  'zscale=m=bt709:r=tv',
  'format=yuv420p',
];
const filterNames = ['zscale', 'tonemap'];

/** The filters for this video; none unless it is HDR. zscale refuses unknown colours; HDR is BT.2020 unless it says otherwise. */
export const toneMap = ({ isHdr, lacksHdrColours }: StreamFacts): string[] =>
  isHdr ? [...(lacksHdrColours ? ['setparams=colorspace=bt2020nc:color_primaries=bt2020'] : []), ...filters] : [];

/** JPEG has the matrix of BT.601 and the full range, whatever the clip has (JFIF, ITU-T T.871). */
export const jpegColours = ['scale=out_color_matrix=bt601:out_range=full', 'format=yuvj420p'];

/** Whether this video is HDR and this build of ffmpeg can convert it. */
export const canMap = async (stream: StreamFacts | undefined, folder: string): Promise<boolean> =>
  stream?.isHdr === true && (await hasFilters(filterNames, folder));
