// Text pages such as help, tutorial and terms, in Markdown that an operator can replace.
import { z } from 'zod';
import { defineRoute } from '../route.ts';

export const pageNames = [
  'help',
  'tutorial',
  'faq',
  'refund',
  'agreement',
  'privacy',
  'privilege',
  'contact',
  'about',
] as const;
export type PageName = (typeof pageNames)[number];

export const getPage = defineRoute({
  method: 'GET',
  path: '/web/page/:name',
  keyScope: 'any',
  summary: 'A page of text in the language of the request, as Markdown; its first heading is its title',
  params: z.object({ name: z.enum(pageNames) }),
  data: z.object({ name: z.enum(pageNames), markdown: z.string() }),
});

export const getGuide = defineRoute({
  method: 'GET',
  path: '/web/page/help/:tool',
  keyScope: 'any',
  summary:
    'The guide of a tool in the language of the request, as Markdown: its steps, what it takes, and common questions',
  params: z.object({ tool: z.string().regex(/^[a-z0-9-]{1,60}$/) }),
  data: z.object({ tool: z.string(), markdown: z.string() }),
});
