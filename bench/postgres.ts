// Finds the process of the embedded PostgreSQL of a product's data folder, which is not a child of the product's process.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const findPostgres = (dataFolder: string): number =>
  Number(readFileSync(path.join(dataFolder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
