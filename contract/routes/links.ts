// Downloads of files on other hosts that a parsed link has named.
import { z } from 'zod';
import { defineStream } from '../route.ts';

export const linkedFile = defineStream({
  path: '/web/video/parse/file/:taskId/:place/:signature/:name',
  keyScope: 'any',
  summary:
    'A file that a parsed link leads to, fetched from its host and passed on; takes Range. With inline=1 a picture is shown instead of saved',
  params: z.object({
    taskId: z.string().max(64),
    /** The number of the file in the result, or the cover. */
    place: z.string().regex(/^(?:\d{1,4}|cover)$/),
    signature: z.string().max(64),
    name: z.string().max(2048),
  }),
  query: z.object({ inline: z.string().max(1).optional() }),
  contentType: 'application/octet-stream',
});
