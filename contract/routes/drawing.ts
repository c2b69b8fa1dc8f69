// Lists for AI drawing: suggested prompts by category, and the available models. Styles are in the tool's contract.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { lookupQuery } from './content.ts';

export const promptCategoryList = defineRoute({
  method: 'GET',
  path: '/web/aiPromptCategroy',
  keyScope: 'any',
  summary: 'Categories of suggestions for prompts',
  query: lookupQuery,
  data: z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })), total: z.number().int() }),
});

export const promptList = defineRoute({
  method: 'GET',
  path: '/web/aiPrompt/getList',
  keyScope: 'any',
  summary: 'Suggestions for prompts, of one category or of all',
  query: lookupQuery.extend({ categoryId: z.string().max(60).optional() }),
  data: z.object({
    list: z.array(z.object({ id: z.string(), categoryId: z.string(), name: z.string() })),
    total: z.number().int(),
  }),
});

const modelSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** False: the illustrator, which composes drawings. */
  isModel: z.boolean(),
});

export const modelList = defineRoute({
  method: 'GET',
  path: '/web/aidrawModel/pageList',
  keyScope: 'any',
  summary: 'What draws on this server, the best first',
  query: lookupQuery,
  data: z.object({ list: z.array(modelSchema), total: z.number().int() }),
});

export const modelDetail = defineRoute({
  method: 'GET',
  path: '/web/aidrawModel/getDetail',
  keyScope: 'any',
  summary: 'One of them',
  query: z.object({ id: z.string().max(60) }),
  data: modelSchema,
});
