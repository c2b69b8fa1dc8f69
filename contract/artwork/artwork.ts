// An artwork: a page with layers, as plain data. The editor works on it, and project files and templates store it.
import type { LookId } from '../looks.ts';
import type { FontId } from './fonts.ts';

/** Incremented when code for the current version would misread a newer artwork. */
export const artworkVersion = 1;

export const artworkLimits = {
  /** Maximum side of the page, in pixels. */
  sidePx: 16_384,
  pagePixels: 50_000_000,
  layers: 300,
  textLength: 5000,
  /** Numbers in the path of one freehand line; two per point. */
  pathNumbers: 20_000,
  /** Maximum distance of a layer from the page, and maximum size of a layer. */
  reachPx: 100_000,
  /** Maximum number of parts in a layer's vector art. */
  vectorParts: 400,
  /** Characters in the outline of one part. */
  outlineLength: 120_000,
  /** Capacity of a QR code with enough error correction. */
  qrLength: 500,
  /** Eraser strokes on one layer, and numbers in all their paths. */
  erasures: 500,
  erasedNumbers: 200_000,
} as const;

export const blendModes = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
] as const;
export type BlendMode = (typeof blendModes)[number];

/** A layer's position on the page: its box around its centre, in page pixels, rotated clockwise. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly degrees: number;
  readonly isFlippedX: boolean;
  readonly isFlippedY: boolean;
}

/** Lengths in page pixels. */
interface Shadow {
  /** #rrggbb */
  readonly color: string;
  readonly opacity: number;
  readonly blur: number;
  readonly x: number;
  readonly y: number;
}

/** Points x, y, x, y … as fractions of the layer's box. */
export type BoxPath = readonly number[];

/** A stroke of the eraser, or of the restoring brush, which brings back what earlier strokes erased. */
export interface Erasure {
  readonly path: BoxPath;
  /** As a fraction of the shorter edge of the layer's box. */
  readonly width: number;
  readonly isBack: boolean;
}

interface LayerCommon extends Place {
  readonly id: string;
  /** Chosen by the user; if empty, the name is derived from the layer's content. */
  readonly name: string;
  readonly isHidden: boolean;
  /** It can be neither moved nor deleted. */
  readonly isLocked: boolean;
  /** 0..1 */
  readonly opacity: number;
  readonly blend: BlendMode;
  readonly shadow: Shadow | null;
  /** Layers of one group are selected, moved and ordered together, and are adjacent. */
  readonly groupId: string | null;
  /** In drawing order. Erased areas are only hidden. */
  readonly erased?: readonly Erasure[];
}

/** Defaults of a new layer. */
export const plainLayer = {
  degrees: 0,
  isFlippedX: false,
  isFlippedY: false,
  name: '',
  isHidden: false,
  isLocked: false,
  opacity: 1,
  blend: 'normal',
  shadow: null,
  groupId: null,
} as const satisfies Partial<LayerCommon>;

/** A part of a picture, as fractions of its width and height. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type CurvePoints = readonly (readonly [input: number, output: number])[];

/** Adjustments of a picture. 0 changes nothing; most range from -100 to 100. */
export interface Adjustments {
  readonly exposure: number;
  readonly contrast: number;
  readonly highlights: number;
  readonly shadows: number;
  readonly saturation: number;
  readonly vibrance: number;
  readonly temperature: number;
  readonly tint: number;
  /** 0..100 */
  readonly sharpness: number;
  /** 0..100 */
  readonly blur: number;
  readonly vignette: number;
  /** Black and white points 0..255, gamma 0.1..10. */
  readonly levels: { readonly black: number; readonly white: number; readonly gamma: number };
  /** From 0 to 1, by ascending input; two points on the diagonal change nothing. */
  readonly curves: {
    readonly all: CurvePoints;
    readonly red: CurvePoints;
    readonly green: CurvePoints;
    readonly blue: CurvePoints;
  };
}

export const frameShapes = [
  'none',
  'rounded',
  'circle',
  'heart',
  'star',
  'hexagon',
  'diamond',
  'arch',
  'blob',
] as const;
type FrameShape = (typeof frameShapes)[number];

/** The outline that a picture is clipped to, and the border along it. */
export interface Frame {
  readonly shape: FrameShape;
  /** Corner radius as a fraction of the shorter edge, 0..0.5. */
  readonly radius: number;
  /** In page pixels. */
  readonly borderWidth: number;
  readonly borderColor: string;
}

/** A placeholder for the user's own picture: any picture, or a subject without its background. */
export const slotKinds = ['picture', 'subject'] as const;
export type SlotKind = (typeof slotKinds)[number];

export interface PictureLayer extends LayerCommon {
  readonly type: 'picture';
  readonly slot?: SlotKind;
  readonly pictureId: string;
  readonly crop: Crop;
  readonly adjustments: Adjustments;
  readonly look: { readonly id: LookId; readonly strength: number } | null;
  readonly frame: Frame;
}

export const textAligns = ['left', 'center', 'right'] as const;

export interface TextLayer extends LayerCommon {
  readonly type: 'text';
  readonly text: string;
  readonly font: FontId;
  readonly weight: number;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  /** Font size: the em in page pixels. */
  readonly size: number;
  readonly color: string;
  readonly align: (typeof textAligns)[number];
  /** In ems. */
  readonly lineHeight: number;
  /** In ems. */
  readonly letterSpacing: number;
  /** In ems. */
  readonly outline: { readonly color: string; readonly width: number } | null;
  /** A plate behind the text; the radius is a fraction of its shorter edge. */
  readonly plate: { readonly color: string; readonly opacity: number; readonly radius: number } | null;
}

export const shapeKinds = [
  'rectangle',
  'ellipse',
  'triangle',
  'diamond',
  'pentagon',
  'hexagon',
  'star',
  'heart',
  'speech',
  'badge',
  'line',
  'arrow',
  'double-arrow',
  'block-arrow',
] as const;
export type ShapeKind = (typeof shapeKinds)[number];

/**
 * Linear, along a line from the left to the right edge that is rotated clockwise, or radial, from the centre outwards; relative to the box that it
 * fills.
 */
export interface Gradient {
  readonly kind: 'linear' | 'radial';
  readonly degrees: number;
  /** `at` 0..1, ascending. */
  readonly stops: readonly { readonly at: number; readonly color: string; readonly opacity: number }[];
}

/** Fill of an area: #rrggbb or a gradient. */
export type Paint = string | Gradient;

export interface ShapeLayer extends LayerCommon {
  readonly type: 'shape';
  readonly shape: ShapeKind;
  readonly fill: Paint | null;
  readonly stroke: string | null;
  readonly strokeWidth: number;
  readonly isDashed: boolean;
  /** Corner radius of a rectangle, as a fraction of the shorter edge, 0..0.5. */
  readonly radius: number;
}

export interface DrawingLayer extends LayerCommon {
  readonly type: 'drawing';
  readonly path: BoxPath;
  readonly color: string;
  readonly strokeWidth: number;
}

export const veilKinds = ['mosaic', 'blur'] as const;

/** Makes everything beneath it unrecognisable, along a line or in its whole box. */
export interface VeilLayer extends LayerCommon {
  readonly type: 'veil';
  readonly kind: (typeof veilKinds)[number];
  /** Cell size or blur radius, in page pixels. */
  readonly grain: number;
  readonly path: BoxPath | null;
  readonly strokeWidth: number;
}

export interface StickerLayer extends LayerCommon {
  readonly type: 'sticker';
  readonly sticker: string;
  /** Replaces the sticker's main colour. */
  readonly color: string | null;
}

export interface VectorPart {
  /** An SVG path, in units of the art. */
  readonly path: string;
  readonly fill?: Paint;
  /** The box that a gradient spans, in units of the art; by default all of it. */
  readonly box?: readonly [x: number, y: number, width: number, height: number];
  readonly isEvenOdd?: boolean;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  /** Butt caps and mitre joins; by default both are round. */
  readonly isSharp?: boolean;
  readonly opacity?: number;
}

/** Vector art: outlines in their own units, scaled to the box. In a slot, it is the placeholder for a picture. */
export interface VectorLayer extends LayerCommon {
  readonly type: 'vector';
  readonly unitsWide: number;
  readonly unitsHigh: number;
  /** From the bottom up. */
  readonly parts: readonly VectorPart[];
  readonly frame: Frame;
  readonly slot?: SlotKind;
}

/** A QR code with its quiet zone, generated from the text. */
export interface QrLayer extends LayerCommon {
  readonly type: 'qr';
  readonly text: string;
  readonly color: string;
  /** Null is transparent. */
  readonly ground: string | null;
}

export type Layer =
  | PictureLayer
  | TextLayer
  | ShapeLayer
  | DrawingLayer
  | VeilLayer
  | StickerLayer
  | VectorLayer
  | QrLayer;

/** Roles of a design's colours: background, text on it, accent, second accent, muted tone, light plates. */
export const paletteRoles = ['ground', 'ink', 'accent', 'second', 'soft', 'paper'] as const;
export type PaletteRole = (typeof paletteRoles)[number];
/** All colours differ, so a layer's role is determined by its colour. */
export type Palette = Readonly<Record<PaletteRole, string>>;

export interface Artwork {
  readonly version: typeof artworkVersion;
  readonly width: number;
  readonly height: number;
  /** Null is transparent. */
  readonly background: Paint | null;
  /** From the bottom up. */
  readonly layers: readonly Layer[];
  /** Set for designs, whose colours can be changed by role. */
  readonly palette?: Palette;
}

const straight: CurvePoints = [
  [0, 0],
  [1, 1],
];

export const noAdjustments: Adjustments = {
  exposure: 0,
  contrast: 0,
  highlights: 0,
  shadows: 0,
  saturation: 0,
  vibrance: 0,
  temperature: 0,
  tint: 0,
  sharpness: 0,
  blur: 0,
  vignette: 0,
  levels: { black: 0, white: 255, gamma: 1 },
  curves: { all: straight, red: straight, green: straight, blue: straight },
};

export const noFrame: Frame = { shape: 'none', radius: 0.12, borderWidth: 0, borderColor: '#ffffff' };
export const wholeCrop: Crop = { x: 0, y: 0, width: 1, height: 1 };
