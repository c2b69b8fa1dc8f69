// Fields as clients send them: numbers that may be text, optional fields that may be blank, and ids that may be malformed.
import { z } from 'zod';

const isBlank = (sent: unknown) => sent === null || sent === '';

/**
 * Forms and query strings send numbers as text, and what was not filled in as "". `z.coerce` would also read `true`, `null` and a list of one
 * number as numbers.
 */
function readNumber(sent: unknown): unknown {
  if (isBlank(sent)) return undefined;
  return typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent;
}

export const sentNumber = <T extends z.ZodType<number | undefined>>(schema: T) => z.preprocess(readNumber, schema);

/** A number that need not be sent. */
export const sentNumberOr = <T extends z.ZodType<number>>(schema: T, other: number) =>
  z
    .preprocess(
      readNumber,
      schema.optional().transform(sent => sent ?? other),
    )
    .prefault(other);

/** A field that need not be sent, and that a client with nothing to send may leave blank or null. */
export const optionalField = <T extends z.ZodType>(schema: T) =>
  z.preprocess(sent => (isBlank(sent) ? undefined : sent), schema.optional()).optional();

/**
 * What one person writes and another reads: without control characters, and without marks that change the direction of the text around it. Required,
 * and at least one sign of it is visible.
 */
export const sentText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform(sent =>
      sent
        .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
        .replace(/[^\P{Cc}\n\t]|\p{Cs}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    )
    .refine(text => /[^\s\p{Cf}]/u.test(text));

/** Belongs to nothing. */
const nilId = '00000000-0000-0000-0000-000000000000';
const longestId = 200;

/** An id of ours. A malformed one gets the same answer as an unknown one. */
export const sentId = z
  .string()
  .max(longestId)
  .transform(sent => (z.uuid().safeParse(sent).success ? sent : nilId));
