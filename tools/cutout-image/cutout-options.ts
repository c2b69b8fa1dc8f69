// The screen's options and the payload built from them.
import type { BackgroundId } from './backgrounds.ts';
import type { CutoutCallOptions } from './contract.ts';
import type { AllStrokes } from './strokes.ts';

export const backgroundKinds = ['none', 'color', 'scene', 'own', 'blur', 'mask'] as const;
type BackgroundKind = (typeof backgroundKinds)[number];

/** A background picture that the user added; the id distinguishes files of the same name. */
interface OwnPicture {
  readonly id: string;
  readonly name: string;
  readonly blob: Blob;
}

export interface CutoutOptions
  extends Pick<
    CutoutCallOptions,
    | 'subject'
    | 'extent'
    | 'shadow'
    | 'shadowStrength'
    | 'outlineWidth'
    | 'outlineColor'
    | 'cropMargin'
    | 'format'
    | 'strokesSpread'
  > {
  readonly background: BackgroundKind;
  readonly color: string;
  readonly scene: BackgroundId;
  readonly own: OwnPicture | undefined;
  readonly blur: number;
  readonly isCropped: boolean;
  readonly strokes: AllStrokes;
}

export const defaultOptions = (): CutoutOptions => ({
  subject: 'general',
  extent: 'usual',
  background: 'none',
  color: '#ffffff',
  scene: 'studio-white',
  own: undefined,
  blur: 50,
  shadow: 'none',
  shadowStrength: 50,
  outlineWidth: 0,
  outlineColor: '#ffffff',
  isCropped: false,
  cropMargin: 6,
  format: 'png',
  strokesSpread: true,
  strokes: {},
});

/** Whether the result is opaque, so that it can be a jpg. */
export const isOpaque = ({ background }: CutoutOptions): boolean => background !== 'none';

/** Returns the format of the result: png instead of a jpg that would need transparency. */
export const formatOf = (options: CutoutOptions): CutoutOptions['format'] =>
  options.format === 'jpg' && !isOpaque(options) ? 'png' : options.format;

/** Returns only the options that apply to the chosen background. */
export function payloadOf(options: CutoutOptions): Record<string, unknown> {
  const { background, subject, extent, shadow, shadowStrength, outlineWidth, outlineColor, isCropped, cropMargin } =
    options;
  const isMask = background === 'mask';
  return {
    subject,
    extent,
    format: formatOf(options),
    returnType: isMask ? 'mask' : background === 'none' ? 'rgba' : 'composite',
    strokesSpread: options.strokesSpread,
    ...(background === 'color' && { backgroundColor: options.color }),
    ...(background === 'scene' && { backgroundId: options.scene }),
    ...(background === 'blur' && { backgroundBlur: options.blur }),
    ...(!isMask && shadow !== 'none' && { shadow, shadowStrength }),
    ...(!isMask && outlineWidth > 0 && { outlineWidth, outlineColor }),
    ...(isCropped && { crop: 'subject', cropMargin }),
  };
}
