// Looks at the store for files: whether the bucket answers to its keys, and whether strangers can read what must be paid for.
import { makeKey } from '../adapters/objects-names.ts';
import { explainStore } from '../check-place.ts';
import { type Config, ConfigError } from '../config.ts';
import { openBucket, openDisk, openObjects } from '../open-stores.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

export async function lookAtFiles(config: Config): Promise<Finding[]> {
  const { storage } = config;
  if (storage.kind === 'disk') return [ok('STORAGE', 'files are on the disk of DATA_DIR.')];
  if (storage.bucket === '' || storage.accessKeyId === '' || storage.secretAccessKey === '') return [];
  const secret = Buffer.alloc(32);
  const objects = await openObjects(config, { secret, disk: openDisk(config), now: () => new Date() });
  try {
    await objects.check().catch(error => {
      throw explainStore(storage, error);
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, about = 'STORAGE', what = ''] = /^([A-Z0-9_, ]+): (.*)$/s.exec(error.message) ?? [];
    return [fault(about, what)];
  }
  const answers = ok('STORAGE', `the bucket ${storage.bucket} answers.`);
  if (!(await objects.opensSigned(makeKey('private', new Date(), 'txt'))))
    return [answers, ok('S3_BUCKET', 'private/ is closed to strangers.')];
  const [what = '', mend = ''] = openBucket.replace(/^S3_BUCKET /, '').split(/(?<=\.) /);
  return [answers, (config.membership ? fault : warning)('S3_BUCKET', what, mend)];
}
