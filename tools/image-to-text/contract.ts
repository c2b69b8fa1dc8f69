// Text recognition: inputs and options.
import { megapixelsOf, type RunSize } from 'contract/facts.ts';
import { pictureTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import type { ResultMeta } from 'contract/run.ts';
import { defineTool } from 'contract/tool.ts';
import type { WarningCode } from 'contract/warnings.ts';
import { z } from 'zod';

/** paragraphs: joins the lines of a paragraph; lines: keeps the line breaks of the image. */
const textFlags = ['paragraphs', 'lines'] as const;
export const fileKinds = ['txt', 'docx', 'md', 'pdf'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Options of both calls. */
const writingOptions = {
  /** A boolean says whether lines are joined into paragraphs. */
  textFlag: z.union([z.enum(textFlags), z.boolean()]).default('paragraphs'),
  /** The files to write: plain text, Word, Markdown, and a searchable PDF of the image. */
  files: z
    .array(z.enum(fileKinds))
    .min(1)
    .max(fileKinds.length)
    .default([...fileKinds]),
};

export const readOptions = z.object(writingOptions);
export type ReadOptions = z.output<typeof readOptions>;

/** Lines of all pages together. */
export const maxPieces = 1500;
/** As many pages as a document has in the other tools. */
const maxPages = 100;
/** Maximum body in bytes: enough for a page of that many pieces with their corners and some 100 Chinese characters each. */
const maxPageBytes = 1024 * 1024;
/** Limit of a coordinate, far outside any image. */
const farthest = 1e6;

const pieceSchema = z.object({
  /**
   * The separator between this piece and the previous one in its paragraph: a space, tabs between table cells, or a line break. The character after a
   * line break says how the lines are joined: a space, nothing, or "-" for a hyphen that is dropped.
   */
  before: z.string().max(100),
  text: z.string().max(20_000),
  score: z.number().min(0).max(1),
  /** Corners, clockwise from the start of the text: x, y, x, y, ... in pixels of the image. */
  quad: z.array(z.number().min(-farthest).max(farthest)).length(8),
});

/** Languages that are read, as BCP 47 tags. */
const languages = ['zh', 'zh-Hant', 'en', 'ja', 'ko', 'ru', 'de', 'fr', 'es'] as const;

const turnSchema = z.literal([0, 90, 180, 270]);

/** The text of an image, or of all pages of a document, as recognised or edited. */
const pageSchema = z.object({
  /** Rotation in degrees clockwise that makes the page upright. */
  turn: turnSchema,
  /** The rotation of each page of a document. */
  turns: z.array(turnSchema).max(maxPages).exactOptional(),
  /** Languages that were found, by the length of their text. */
  languages: z.array(z.enum(languages)).max(languages.length).exactOptional(),
  /** Whether lines were left out because there were too many. */
  isCut: z.boolean(),
  /** About how many characters are in lines that were seen and could not be read. */
  unread: z.int().min(0).max(10_000_000).exactOptional(),
  paragraphs: z
    .array(
      z.object({
        kind: z.enum(['text', 'heading', 'item', 'row']),
        /** Level of a heading; 1 is the largest. */
        level: z.literal([1, 2, 3]).exactOptional(),
        /** The page of a document, from 1; absent on the first. */
        page: z.int().min(1).max(maxPages).exactOptional(),
        pieces: z.array(pieceSchema).max(maxPieces),
      }),
    )
    .max(maxPieces),
});
export type Piece = Readonly<z.output<typeof pieceSchema>>;
export type Page = z.output<typeof pageSchema>;
export type PageParagraph = Page['paragraphs'][number];

export const writeOptions = z.object({ ...writingOptions, page: pageSchema });
export type WriteOptions = z.output<typeof writeOptions>;

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** `result.meta` of the call `read`. */
export interface ReadMeta extends ResultMeta {
  readonly engine: string;
  readonly warnings: readonly WarningCode[];
  /** Size of the image, or of the first page. */
  readonly inputWidth: number;
  readonly inputHeight: number;
  /** The pages of a document with more than one. */
  readonly pages?: readonly (PageSize & { readonly turn: Page['turn'] })[];
  /** Languages that were found, as BCP 47 tags, by the length of their text. */
  readonly languages: NonNullable<Page['languages']>;
  /** Whether lines end where they end in the image. */
  readonly keepsLines: boolean;
  /** Rotation in degrees clockwise that makes the page upright. */
  readonly turn: Page['turn'];
  /** For each paragraph, the separator before each of its boxes, as in `Piece`. The boxes follow in the same order. */
  readonly paragraphs: readonly {
    readonly kind: PageParagraph['kind'];
    readonly level?: 1 | 2 | 3;
    /** Its page, from 1; absent on the first. */
    readonly page?: number;
    readonly before: readonly string[];
  }[];
  /** Corners of each box of `boxes`, clockwise from the start of the text: x, y, x, y, ... in pixels of its page. */
  readonly quads: readonly (readonly number[])[];
}

const picture = { field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes } as const;

/** Every page of a TIFF is read; of an animation only the first frame is. */
function readMegapixels({ facts }: RunSize): number | undefined {
  const [file] = facts.imageUrl ?? [];
  const page = megapixelsOf(facts, 'imageUrl');
  return page === undefined ? undefined : page * (file?.type === 'tiff' ? (file.frames ?? 1) : 1);
}

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
      gives: ({ files }) => files as readonly FileKind[],
      amount: readMegapixels,
    },
    {
      // Writes the files of a text that was recognised before and edited since.
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
