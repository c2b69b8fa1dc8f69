// Uploading a file to the store: sign, send (in parts if it is large), complete.
import { z } from 'zod';
import { convertOptions } from '../clip/convert-options.ts';
import { loudestPeak } from '../clip/views.ts';
import { fileFactsSchema } from '../facts.ts';
import { defineRoute, defineStream } from '../route.ts';
import { optionalField, sentNumber } from '../sent-fields.ts';
import { speechLimits } from '../speech.ts';

/** Uploads from this size are sent in parts of this size. */
export const multipartFromBytes = 16 * 1024 * 1024;
export const partBytes = 8 * 1024 * 1024;
/** The largest file any tool takes (text from speech, docs/product.md). */
export const maxUploadBytes = speechLimits.fileMaxSize;
export const maxPictureBytes = 50 * 1024 * 1024;
export const maxClipBytes = 524_288_000;

const keySchema = z.string().regex(/^input\/\d{4}\/\d{2}\/\d{2}\/\d{2}\/[0-9a-f]{32}\.[a-z0-9]{1,8}$/);
const uploadIdSchema = z.string().min(1).max(1024);

export const signUpload = defineRoute({
  method: 'POST',
  path: '/web/tos/new-get-signature-norecord',
  keyScope: 'tools',
  summary: 'A signature that lets exactly this file be sent straight to the store',
  body: z.object({
    fileName: z.string().min(1).max(2048),
    fileSize: sentNumber(z.number().int().nonnegative()),
    /** A hint: for unknown types, browsers send an empty string. */
    contentType: z
      .string()
      .max(255)
      .nullish()
      .transform(sent => sent ?? ''),
  }),
  data: z.object({
    bucket: z.string(),
    endpoint: z.string(),
    region: z.string(),
    key: z.string(),
    path: z.string(),
    acl: z.literal('public-read'),
    method: z.literal('PUT'),
    /** The address for the whole file; an upload in parts asks `/web/tos/part` for the address of each part. */
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    fields: z.record(z.string(), z.string()),
    expiresAt: z.iso.datetime(),
    partSize: z.number().int(),
    uploadId: z.string().nullable(),
  }),
});
export type UploadSignature = z.infer<typeof signUpload.data>;

export const signPart = defineRoute({
  method: 'POST',
  path: '/web/tos/part',
  keyScope: 'tools',
  summary: 'Where to send one part; parts count from 1',
  body: z.object({
    key: keySchema,
    uploadId: uploadIdSchema,
    partNumber: sentNumber(z.number().int().min(1).max(10_000)),
  }),
  data: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
});

export const listParts = defineRoute({
  method: 'GET',
  path: '/web/tos/parts',
  keyScope: 'tools',
  summary: 'Which parts have arrived, so that an upload can go on after a reload',
  query: z.object({ key: keySchema, uploadId: uploadIdSchema }),
  data: z.object({
    partSize: z.number().int(),
    parts: z.array(z.object({ partNumber: z.number().int(), size: z.number().int() })),
  }),
});

export const completeUpload = defineRoute({
  method: 'POST',
  path: '/web/tos/complete',
  keyScope: 'tools',
  summary: 'Join the parts; for an upload in one piece it checks that the file has arrived. May be repeated',
  body: z.object({ key: keySchema, uploadId: optionalField(uploadIdSchema) }),
  data: z.object({ nameNew: z.string(), nameOrg: z.string(), path: z.string(), size: z.number().int() }),
});
export type UploadResult = z.infer<typeof completeUpload.data>;

export const abortUpload = defineRoute({
  method: 'POST',
  path: '/web/tos/abort',
  keyScope: 'tools',
  summary: 'Forget an upload and what has arrived of it',
  body: z.object({ key: keySchema, uploadId: optionalField(uploadIdSchema) }),
  data: z.null(),
});

export const readFacts = defineRoute({
  method: 'GET',
  path: '/web/tos/facts',
  keyScope: 'tools',
  summary: 'What the header of a file that has arrived tells: type, pixels, length, tracks',
  query: z.object({ key: keySchema }),
  data: fileFactsSchema,
});

export const showPoster = defineStream({
  path: '/web/tos/poster',
  keyScope: 'tools',
  summary: 'One frame of a clip that has arrived, as a small JPEG, for players that cannot show the clip',
  params: z.object({}),
  query: z.object({ key: keySchema }),
  contentType: 'image/jpeg',
});

export const showFilm = defineStream({
  path: '/web/tos/film',
  keyScope: 'tools',
  summary: 'Frames of a clip that has arrived, at even steps and in rows on one JPEG (contract/clip/views.ts)',
  params: z.object({}),
  query: z.object({ key: keySchema }),
  contentType: 'image/jpeg',
});

export const readPeaks = defineRoute({
  method: 'GET',
  path: '/web/tos/peaks',
  keyScope: 'tools',
  summary: 'How loud a clip or sound that has arrived is, 0 to 100 for each of equal parts of its length',
  query: z.object({ key: keySchema }),
  data: z.object({ peaks: z.array(z.number().int().min(0).max(loudestPeak)) }),
});

export const expectSize = defineRoute({
  method: 'POST',
  path: '/web/tos/size',
  keyScope: 'tools',
  summary:
    'How many bytes a clip that has arrived will take once it is converted with these options; encodes samples of it',
  body: convertOptions.extend({ key: keySchema }),
  data: z.object({ bytes: z.number().int().nonnegative() }),
});
