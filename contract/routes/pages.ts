// Pages of text: help, tutorial, terms. Markdown that an operator can replace.
import { z } from 'zod';
import { defineRoute } from '../route.ts';

export const pageNames = ['help', 'tutorial', 'faq', 'refund', 'agreement', 'privacy', 'privilege', 'contact'] as const;
export type PageName = (typeof pageNames)[number];

export const getPage = defineRoute({
  method: 'GET',
  path: '/web/page/:name',
  summary: 'A page of text in the language of the request, as Markdown; its first heading is its title',
  params: z.object({ name: z.enum(pageNames) }),
  data: z.object({ name: z.enum(pageNames), markdown: z.string() }),
});
