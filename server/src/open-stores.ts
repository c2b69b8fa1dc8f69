// Opens the store for files and the watch over the disks, as the settings name them.
import path from 'node:path';
import { type DiskSpace, openDiskSpace } from './adapters/disk-space.ts';
import type { ObjectStore } from './adapters/objects.ts';
import { DiskObjects } from './adapters/objects-disk.ts';
import type { Config } from './config.ts';

/** Where the files of a store on disk are. */
export const objectsFolder = ({ dataFolder }: Pick<Config, 'dataFolder'>): string => path.join(dataFolder, 'objects');

export function openDisk(config: Config): DiskSpace {
  const { dataFolder, storage, databaseUrl, diskReserveBytes: reserveBytes } = config;
  const folders = {
    scratch: path.join(dataFolder, 'scratch'),
    ...(storage.kind === 'disk' && { objects: objectsFolder(config) }),
    ...(!databaseUrl && { database: path.join(dataFolder, 'postgres') }),
  };
  return openDiskSpace({ folders, reserveBytes });
}

export async function openObjects(
  config: Config,
  { secret, disk, now }: { secret: Buffer; disk: DiskSpace; now: () => Date },
): Promise<ObjectStore> {
  if (config.storage.kind === 'disk') {
    const requireRoom = (bytes: number) => disk.requireRoom('objects', bytes);
    return new DiskObjects({ folder: objectsFolder(config), secret, now, requireRoom });
  }
  // The packages for a bucket take a quarter of what a start loads.
  const { S3Objects } = await import('./adapters/objects-s3.ts');
  return new S3Objects({ ...config.storage, now });
}

export const openBucket =
  'S3_BUCKET opens private/ to everyone: results could be read without paying. Let its policy open input/, output/ and preview/ alone.';
