// Text from pictures: inputs and options.
import { megapixelsOf } from 'contract/facts.ts';
import { pictureTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

/** paragraphs: the lines of a paragraph are joined; lines: every line ends where it ends in the picture. */
const textFlags = ['paragraphs', 'lines'] as const;
export const fileKinds = ['txt', 'docx', 'md', 'pdf'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Fields of both calls. */
const writingOptions = {
  /** A boolean chooses whether lines are joined into paragraphs. */
  textFlag: z.union([z.enum(textFlags), z.boolean()]).default('paragraphs'),
  /** The files written: plain text, Word, Markdown, and a searchable PDF of the picture. */
  files: z
    .array(z.enum(fileKinds))
    .min(1)
    .max(fileKinds.length)
    .default([...fileKinds]),
};

export const readOptions = z.object(writingOptions);
export type ReadOptions = z.output<typeof readOptions>;

const mostPieces = 1500;
/** A page of that many pieces, with their corners and some 100 Chinese characters each, stays below it. */
const maxPageBytes = 1024 * 1024;
/** Far outside every picture. */
const farthest = 1e6;

const pieceSchema = z.object({
  /**
   * What stands between this piece and the one before it in its paragraph: a space, tabs between the cells of a table, or a line break of
   * the picture. The sign after a line break says how its lines are joined: a space, nothing, or "-" for a hyphen that is dropped.
   */
  before: z.string().max(100),
  text: z.string().max(20_000),
  score: z.number().min(0).max(1),
  /** Its corners, clockwise from where its text starts: x, y, x, y, ... in pixels of the picture. */
  quad: z.array(z.number().min(-farthest).max(farthest)).length(8),
});

/** The text of a picture: what was read, and what a person made of it. */
const pageSchema = z.object({
  /** Degrees clockwise that bring the page upright. */
  turn: z.literal([0, 90, 180, 270]),
  /** There were too many lines, and some were left out. */
  isCut: z.boolean(),
  paragraphs: z
    .array(
      z.object({
        kind: z.enum(['text', 'heading', 'item', 'row']),
        /** Of a heading; 1 is the largest. */
        level: z.literal([1, 2, 3]).exactOptional(),
        pieces: z.array(pieceSchema).max(mostPieces),
      }),
    )
    .max(mostPieces),
});
export type Piece = Readonly<z.output<typeof pieceSchema>>;
export type Page = z.output<typeof pageSchema>;
export type PageParagraph = Page['paragraphs'][number];

export const writeOptions = z.object({ ...writingOptions, page: pageSchema });
export type WriteOptions = z.output<typeof writeOptions>;

/** `result.meta` of a reading. */
export interface ReadMeta extends Readonly<Record<string, unknown>> {
  readonly engine: string;
  readonly warnings: readonly ('no-text' | 'lines-left-out' | 'first-frame-only')[];
  readonly inputWidth: number;
  readonly inputHeight: number;
  /** Lines end where they end in the picture. */
  readonly keepsLines: boolean;
  /** Degrees clockwise that bring the page upright. */
  readonly turn: Page['turn'];
  /** For each paragraph, what stands before each of its boxes, as in `Piece`; the boxes follow in their order. */
  readonly paragraphs: readonly {
    readonly kind: PageParagraph['kind'];
    readonly level?: 1 | 2 | 3;
    readonly before: readonly string[];
  }[];
  /** Corners of each box of `boxes`, clockwise from where its text starts: x, y, x, y, ... in pixels of the picture. */
  readonly quads: readonly (readonly number[])[];
}

const picture = { field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes } as const;

export const imageToText = defineTool({
  name: 'image-to-text',
  route: '/editor/imageToText',
  category: 'ai',
  icon: 'scan-text',
  calls: [
    {
      name: 'read',
      path: '/web/imageTotext',
      keyCode: 'IMAGE_TO_TEXT',
      lane: 'model',
      cost: oneUse,
      deadlineMs: 300_000,
      startPercent: 10,
      inputs: [picture],
      options: readOptions,
      amount: ({ facts }) => megapixelsOf(facts, 'imageUrl'),
    },
    {
      // Writes the files of a text that was read before and edited since.
      name: 'write',
      path: '/web/imageTotext/write',
      keyCode: 'IMAGE_TO_TEXT',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: 120_000,
      startPercent: 10,
      inputs: [picture],
      maxBodyBytes: maxPageBytes,
      options: writeOptions,
      amount: ({ facts }) => megapixelsOf(facts, 'imageUrl'),
    },
  ],
});
