// Lists of design templates, and a call that fetches a template from elsewhere.
import { z } from 'zod';
import { designCategoryIds } from '../artwork/designs.ts';
import { defineRoute } from '../route.ts';
import { sentNumber } from '../sent-fields.ts';
import { lookupQuery } from './content.ts';

const typeSchema = z.object({
  id: z.enum(designCategoryIds),
  name: z.string(),
  cover: z.string(),
  /** Number of templates in it. */
  total: z.number().int(),
});

const entrySchema = z.object({
  id: z.string(),
  title: z.string(),
  cover: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  typeId: z.enum(designCategoryIds),
  /** Search terms in both languages. */
  keywords: z.string(),
});
export type DesignEntry = z.infer<typeof entrySchema>;

const artworkSchema = z.record(z.string(), z.unknown());

export const designTypes = defineRoute({
  method: 'GET',
  path: '/web/designTemplateType/getList',
  keyScope: 'any',
  summary: 'The categories of design templates',
  query: lookupQuery,
  data: z.object({ list: z.array(typeSchema), total: z.number().int() }),
});

export const designType = defineRoute({
  method: 'GET',
  path: '/web/designTemplateType/getDetail',
  keyScope: 'any',
  summary: 'One category of design templates',
  query: z.object({ id: z.string() }),
  data: typeSchema,
});

export const designList = defineRoute({
  method: 'GET',
  path: '/web/designTemplate/getRandomList',
  keyScope: 'any',
  summary:
    'Design templates, of one category or all, shuffled: with a seed always in the same order, so that it can be paged',
  query: lookupQuery.extend({
    typeId: z.string().optional(),
    seed: sentNumber(
      z
        .number()
        .int()
        .min(0)
        .max(2 ** 31)
        .optional(),
    ).optional(),
  }),
  data: z.object({ list: z.array(entrySchema), total: z.number().int() }),
});

export const designDetail = defineRoute({
  method: 'GET',
  path: '/web/designTemplate/getDetail',
  keyScope: 'any',
  summary: 'One design template with its artwork, the texts in the language of the request',
  query: z.object({ id: z.string() }),
  data: entrySchema.extend({ json: artworkSchema }),
});

export const openDesign = defineRoute({
  method: 'POST',
  path: '/web/designTemplate/open',
  summary: 'A design template from a link, or as JSON, once it was checked',
  body: z.union([z.object({ url: z.string().max(2000) }), z.object({ json: artworkSchema })]),
  data: z.object({ title: z.string(), json: artworkSchema }),
});
