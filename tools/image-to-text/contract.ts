// Text from pictures: inputs and options.
import { megapixelsOf } from 'contract/facts.ts';
import { pictureTypes } from 'contract/media.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

/** paragraphs: the lines of a paragraph are joined; lines: every line ends where it ends in the picture. */
const textFlags = ['paragraphs', 'lines'] as const;
export const fileKinds = ['txt', 'md', 'pdf'] as const;
export type FileKind = (typeof fileKinds)[number];

export const readOptions = z.object({
  /** A boolean chooses whether lines are joined into paragraphs. */
  textFlag: z.union([z.enum(textFlags), z.boolean()]).default('paragraphs'),
  /** The files written: plain text, Markdown, and a searchable PDF of the picture. */
  files: z
    .array(z.enum(fileKinds))
    .min(1)
    .max(fileKinds.length)
    .default([...fileKinds]),
});
export type ReadOptions = z.output<typeof readOptions>;

/** `result.meta` of a reading. */
export interface ReadMeta extends Readonly<Record<string, unknown>> {
  readonly engine: string;
  readonly warnings: readonly ('no-text' | 'lines-left-out' | 'first-frame-only')[];
  readonly inputWidth: number;
  readonly inputHeight: number;
  /** Lines end where they end in the picture. */
  readonly keepsLines: boolean;
  /** Degrees clockwise that bring the page upright. */
  readonly turn: number;
  /** The number of boxes, in their order, of each paragraph. */
  readonly paragraphs: readonly { readonly kind: 'text' | 'heading' | 'item' | 'row'; readonly lines: number }[];
  /** Corners of each box of `boxes`, clockwise from where its text starts: x, y, x, y, ... in pixels of the picture. */
  readonly quads: readonly (readonly number[])[];
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
      cost: { kind: 'none' },
      deadlineMs: 300_000,
      startPercent: 10,
      inputs: [{ field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes }],
      options: readOptions,
      amount: ({ facts }) => megapixelsOf(facts, 'imageUrl'),
    },
  ],
});
