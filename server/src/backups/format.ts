// The form of a backup: one tar, compressed by gzip, that plain tools open. Its first member says what it is, its last one what it holds; without the
// last one it was cut.
//
//   backup.json             Head
//   tables/<name>/<number>  rows in PostgreSQL's COPY text, in pieces of a few MiB
//   files/<key>             an object of the store on disk
//   SHA256SUMS              every member above, as sha256sum writes them
//   manifest.json           Manifest
import { z } from 'zod';

/** Raised when older versions could not read a backup any more. */
export const formatNumber = 1;

export const headName = 'backup.json';
export const sumsName = 'SHA256SUMS';
export const manifestName = 'manifest.json';

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

export const headSchema = z.object({
  format: z.number().int(),
  /** The version of the product that made it. */
  product: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations of the database. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })).min(1),
  tables: z.array(z.object({ name, columns: z.array(name).min(1) })),
  /** inside: in the backup; bucket: they stay in the bucket; left-out: as the operator asked. */
  files: z.enum(['inside', 'bucket', 'left-out']),
});
export type Head = z.infer<typeof headSchema>;

const count = z.number().int().min(0);

export const manifestSchema = z.object({
  /** Rows of each table. */
  rows: z.record(name, count),
  sequences: z.array(z.object({ name, value: count, isCalled: z.boolean() })),
  files: count,
  /** Files whose rows were there and whose bytes were deleted meanwhile. */
  missingFiles: count,
  /** Of SHA256SUMS. */
  sums: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A backup that cannot be made, read or restored, in a sentence for the operator. */
export class BackupFault extends Error {}
