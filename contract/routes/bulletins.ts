// The operator's announcements to all users.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { lookupQuery } from './content.ts';

export const bulletinTones = ['info', 'warn'] as const;

const bulletinSchema = z.object({
  id: z.uuid(),
  tone: z.enum(bulletinTones),
  title: z.string(),
  text: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable(),
});
export type Bulletin = z.infer<typeof bulletinSchema>;

export const getWxMessage = defineRoute({
  method: 'GET',
  path: '/web/wxaqapi/getWxMessage',
  keyScope: 'any',
  summary: 'Notices of the operator that are to be shown now, the latest first, in the language of the request',
  query: lookupQuery,
  data: z.object({ list: z.array(bulletinSchema), total: z.number().int() }),
});
