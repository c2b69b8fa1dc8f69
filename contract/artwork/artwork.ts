// An artwork: a page with layers on it, as plain data. What the editor works on, project files hold and templates are.
import type { LookId } from '../looks.ts';
import type { FontId } from './fonts.ts';

/** Raised when a reader of today's artworks would misread a new one. */
export const artworkVersion = 1;

export const artworkLimits = {
  /** Of a side of the page, in pixels. */
  sidePx: 16_384,
  pagePixels: 50_000_000,
  layers: 300,
  textLength: 5000,
  /** Numbers in the path of one freehand line, two for each point. */
  pathNumbers: 20_000,
  /** How far from the page a layer may lie, and how large it may be. */
  reachPx: 100_000,
  /** Of the vector art of one layer. */
  vectorParts: 400,
  /** Characters in the outline of one part. */
  outlineLength: 120_000,
  /** What a QR code holds beside enough repair. */
  qrLength: 500,
  /** Lines of the eraser on one layer, and numbers in all their paths. */
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

/** Where a layer lies on the page: its box about its centre, in pixels of the page, turned clockwise. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly degrees: number;
  readonly isFlippedX: boolean;
  readonly isFlippedY: boolean;
}

/** Lengths in pixels of the page. */
interface Shadow {
  /** #rrggbb */
  readonly color: string;
  readonly opacity: number;
  readonly blur: number;
  readonly x: number;
  readonly y: number;
}

/** Points x, y, x, y … in shares of the layer's box. */
export type BoxPath = readonly number[];

/** A line of the eraser, or of its other side, which brings back what earlier lines have rubbed out. */
export interface Erasure {
  readonly path: BoxPath;
  /** As a share of the shorter edge of the layer's box. */
  readonly width: number;
  readonly isBack: boolean;
}

interface LayerCommon extends Place {
  readonly id: string;
  /** Given by the person; empty: named after what it holds. */
  readonly name: string;
  readonly isHidden: boolean;
  /** It stays where it is and cannot be deleted. */
  readonly isLocked: boolean;
  /** 0..1 */
  readonly opacity: number;
  readonly blend: BlendMode;
  readonly shadow: Shadow | null;
  /** Layers of one group are selected, moved and ordered together, and lie next to each other. */
  readonly groupId: string | null;
  /** In the order in which they were drawn. What is rubbed out is only hidden. */
  readonly erased?: readonly Erasure[];
}

/** What a new layer has unless it says otherwise. */
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

/** A part of a picture, in shares of its width and height. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type CurvePoints = readonly (readonly [input: number, output: number])[];

/** Corrections of a picture. 0 leaves it as it is; most go from -100 to 100. */
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
  /** From 0 to 1, by rising input; two points on the diagonal change nothing. */
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

/** The outline that a picture is cut to, and the border along it. */
export interface Frame {
  readonly shape: FrameShape;
  /** Of rounded corners, as a share of the shorter edge, 0..0.5. */
  readonly radius: number;
  /** In pixels of the page. */
  readonly borderWidth: number;
  readonly borderColor: string;
}

/** A place for a picture of the person's own: any picture, or a subject without its background. */
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
  /** Height of the em in pixels of the page. */
  readonly size: number;
  readonly color: string;
  readonly align: (typeof textAligns)[number];
  /** In ems. */
  readonly lineHeight: number;
  /** In ems. */
  readonly letterSpacing: number;
  /** In ems. */
  readonly outline: { readonly color: string; readonly width: number } | null;
  /** A plate behind the text; the radius is a share of its shorter edge. */
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

/** Along a line that is turned clockwise from the left edge to the right one, or from the middle outwards; across the box of what it fills. */
export interface Gradient {
  readonly kind: 'linear' | 'radial';
  readonly degrees: number;
  /** `at` 0..1, rising. */
  readonly stops: readonly { readonly at: number; readonly color: string; readonly opacity: number }[];
}

/** What an area is filled with: #rrggbb or a gradient. */
export type Paint = string | Gradient;

export interface ShapeLayer extends LayerCommon {
  readonly type: 'shape';
  readonly shape: ShapeKind;
  readonly fill: Paint | null;
  readonly stroke: string | null;
  readonly strokeWidth: number;
  readonly isDashed: boolean;
  /** Of a rectangle's corners, as a share of the shorter edge, 0..0.5. */
  readonly radius: number;
}

export interface DrawingLayer extends LayerCommon {
  readonly type: 'drawing';
  readonly path: BoxPath;
  readonly color: string;
  readonly strokeWidth: number;
}

export const veilKinds = ['mosaic', 'blur'] as const;

/** Makes what lies beneath it unrecognisable, along a line or in its whole box. */
export interface VeilLayer extends LayerCommon {
  readonly type: 'veil';
  readonly kind: (typeof veilKinds)[number];
  /** Side of a cell or reach of the blur, in pixels of the page. */
  readonly grain: number;
  readonly path: BoxPath | null;
  readonly strokeWidth: number;
}

export interface StickerLayer extends LayerCommon {
  readonly type: 'sticker';
  readonly sticker: string;
  /** In place of the sticker's main colour. */
  readonly color: string | null;
}

export interface VectorPart {
  /** As in SVG, in units of the art. */
  readonly path: string;
  readonly fill?: Paint;
  /** What a gradient goes across, in units of the art; all of it when left out. */
  readonly box?: readonly [x: number, y: number, width: number, height: number];
  readonly isEvenOdd?: boolean;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  /** Lines end at their last point and meet in corners; without it they are round. */
  readonly isSharp?: boolean;
  readonly opacity?: number;
}

/** Drawn art: outlines in units of its own, stretched to the box. Stands in for a picture where it is a slot. */
export interface VectorLayer extends LayerCommon {
  readonly type: 'vector';
  readonly unitsWide: number;
  readonly unitsHigh: number;
  /** From the bottom up. */
  readonly parts: readonly VectorPart[];
  readonly frame: Frame;
  readonly slot?: SlotKind;
}

/** A QR code with its quiet zone; the code itself follows from the text. */
export interface QrLayer extends LayerCommon {
  readonly type: 'qr';
  readonly text: string;
  readonly color: string;
  /** Null lets what lies beneath show. */
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

/** What the colours of a design are for: its ground, the text on it, what stands out, a second one beside that, a quiet tone, light plates. */
export const paletteRoles = ['ground', 'ink', 'accent', 'second', 'soft', 'paper'] as const;
export type PaletteRole = (typeof paletteRoles)[number];
/** Different colours: a layer plays the role whose colour it has. */
export type Palette = Readonly<Record<PaletteRole, string>>;

export interface Artwork {
  readonly version: typeof artworkVersion;
  readonly width: number;
  readonly height: number;
  /** Null is transparent. */
  readonly background: Paint | null;
  /** From the bottom up. */
  readonly layers: readonly Layer[];
  /** Of designs, so that their colours are changed by role. */
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
