// Images joined into one PDF, one page each, in their order.
import { defineAsks } from 'contract/asks.ts';
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

/** Options that a link may set. */
export const asks = defineAsks({
  pageSize: {
    choices: pageSizes,
    words: {
      a4: 'A4',
      letter: 'letter size|letter paper|letter format|us letter',
      picture:
        '同图片|原尺寸|原图大小|图片大小|与图片相同|不裁不缩|same size as the picture|same size as the image|image size|picture size|original size|page size of the image',
    },
  },
  orientation: {
    choices: orientations,
    words: {
      portrait: '纵向|竖版|竖向|竖着|竖页|portrait|upright',
      landscape: '横向|横版|横着|横页|横的|landscape|sideways',
    },
  },
  margin: {
    choices: margins,
    words: {
      none: '无边距|没有边距|不要边距|不留边|不留白|无白边|没有白边|不要白边|去掉白边|铺满整页|no margin|without margin|without a margin|no border|without border|no white border|borderless|full bleed|full page|fill the page',
      small: '窄边距|小边距|small margin|narrow margin',
      large: '宽边距|大边距|large margin|wide margin|big margin',
    },
  },
});

export const picturesToPdf = defineTool({
  name: 'pictures-to-pdf',
  route: '/editor/picturesToPdf',
  asks,
  category: 'picture',
  icon: 'file-stack',
  calls: [
    {
      name: 'join',
      path: '/web/picture/pdf',
      keyCode: 'IMAGE_CHANGE',
      lane: 'image',
      mayTakeMinutes: true,
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
