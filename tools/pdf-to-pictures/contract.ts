// The pages of a PDF as images.
import { defineAsks } from 'contract/asks.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const formats = ['jpg', 'png', 'webp'] as const;
export const resolutions = [72, 150, 300] as const;
export const maxPages = 100;

export const pagesOptions = z.object({
  format: z.enum(formats).default('jpg'),
  /** Pixels per inch. */
  dpi: z.number().int().min(36).max(300).default(150),
  /** Page numbers from 1, as in "1-3, 7"; empty for all. */
  pages: z
    .string()
    .max(200)
    .regex(/^[\d\s,，、-]*$/)
    .default(''),
});
export type PagesOptions = z.output<typeof pagesOptions>;

/** Options that a link may set. */
export const asks = defineAsks({ format: { choices: formats }, dpi: { choices: resolutions } });

export const pdfToPictures = defineTool({
  name: 'pdf-to-pictures',
  route: '/editor/pdfToPictures',
  asks,
  category: 'picture',
  icon: 'images',
  remedies: {
    PDF_LOCKED: ['file'],
    PAGES_TOO_MANY: ['options'],
    PAGES_MISSING: ['options'],
  },
  calls: [
    {
      name: 'draw',
      path: '/web/picture/pdf/pages',
      keyCode: 'IMAGE_CHANGE',
      lane: 'image',
      mayTakeMinutes: true,
      cost: { kind: 'none' },
      deadlineMs: 300_000,
      startPercent: 10,
      inputs: [{ field: 'fileUrl', required: true, accept: ['pdf'], maxBytes: maxPictureBytes }],
      options: pagesOptions,
      gives: givesFormat(),
      pace: ({ format, dpi }) => `${format} ${dpi}`,
    },
  ],
});
