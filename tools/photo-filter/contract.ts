// Photo filters: inputs, looks and strength.
import { lookIds, lookNames } from 'contract/looks.ts';
import { photoTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const filterOptions = z.object({
  /** An id from /web/photoFilterType/getList. */
  filterType: z.enum(lookIds).default('vivid'),
  /** 0 leaves the image unchanged, 100 is the full filter. */
  strength: z.number().min(0).max(100).default(80),
  /** same: the input's format, if it is one of these. */
  format: z.enum(['same', 'jpg', 'png', 'webp']).default('same'),
});
export type FilterOptions = z.output<typeof filterOptions>;

export const photoFilter = defineTool({
  name: 'photo-filter',
  route: '/editor/photoFilter',
  category: 'picture',
  icon: 'palette',
  calls: [
    {
      name: 'filter',
      path: '/web/photoFilter',
      keyCode: 'IMAGE_CHANGE',
      lane: 'image',
      cost: oneUse,
      deadlineMs: 100_000,
      startPercent: 40,
      inputs: [{ field: 'imageUrl', required: true, accept: photoTypes, maxBytes: maxPictureBytes }],
      options: filterOptions,
    },
  ],
  lookups: [
    {
      path: '/web/photoFilterType/getList',
      entries: lookIds.map(id => ({ id, name: lookNames[id], cover: `${id}.webp` })),
    },
  ],
});
