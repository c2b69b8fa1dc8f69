// Networks that others packed for npm, in packages that are optional. A file is used only if it is the one that its publisher lists, and nothing else of
// the package is trusted or run.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';

export interface PackedWeights {
  readonly package: string;
  /** Of the file within the package. */
  readonly path: string;
  /** Of the published file, in hexadecimal. */
  readonly sha256: string;
}

/** Returns the path of a file that has the checksum; undefined of any other, and of none. */
export async function takeIfPublished(file: string, sha256: string): Promise<string | undefined> {
  const content = await readFile(file).catch(() => Buffer.of());
  return createHash('sha256').update(content).digest('hex') === sha256 ? file : undefined;
}

/** Path of the file; undefined if its package is not installed, or holds another file. */
export async function findPacked({ package: name, path: inside, sha256 }: PackedWeights): Promise<string | undefined> {
  let description: string | undefined;
  try {
    description = findPackageJSON(name, import.meta.url);
  } catch {
    // It is not installed.
  }
  return description && takeIfPublished(path.join(path.dirname(description), inside), sha256);
}
