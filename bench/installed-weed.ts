// SeaweedFS, where its program is installed.
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The path of `weed`; undefined where PATH has none. */
export const findWeed = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map(folder => path.join(folder, 'weed'))
    .find(file => existsSync(file));
