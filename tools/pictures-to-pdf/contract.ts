// Images joined into one PDF, one page each, in their order.
import { photoTypes } from 'contract/media.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const pageSizes = ['a4', 'letter', 'picture'] as const;
export const orientations = ['auto', 'portrait', 'landscape'] as const;
export const margins = ['none', 'small', 'large'] as const;
export const maxPages = 100;

export const pdfOptions = z.object({
  /** picture: each page has the size of its image, at 72 pixels per inch. */
  pageSize: z.enum(pageSizes).default('a4'),
  /** auto: the orientation of the image. Pages with the size of the image always have it. */
  orientation: z.enum(orientations).default('auto'),
  /** none; small: 7 mm; large: 20 mm. */
  margin: z.enum(margins).default('small'),
});
export type PdfOptions = z.output<typeof pdfOptions>;

export const picturesToPdf = defineTool({
  name: 'pictures-to-pdf',
  route: '/editor/picturesToPdf',
  category: 'picture',
  icon: 'file-stack',
  calls: [
    {
      name: 'join',
      path: '/web/picture/pdf',
      keyCode: 'IMAGE_CHANGE',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: 300_000,
      startPercent: 20,
      inputs: [
        {
          field: 'list',
          required: true,
          accept: photoTypes,
          maxBytes: maxPictureBytes,
          many: { min: 1, max: maxPages },
        },
      ],
      options: pdfOptions,
    },
  ],
});
