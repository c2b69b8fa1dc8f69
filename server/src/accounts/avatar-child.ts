// A short-lived process that makes one avatar: whatever a stranger's picture does to the decoder, the server lives on.
// Arguments: the file to read, the file to write. It says on standard output how a refusal is called.
import { setPriority } from 'node:os';
import process from 'node:process';
import { AppError } from 'contract/errors.ts';
import { writeAvatar } from 'engines/avatar.ts';

/** Below the server and the database, as all work on pictures. */
const niceness = 10;

const [from = '', to = ''] = process.argv.slice(2);

setPriority(niceness);
try {
  await writeAvatar(from, to);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stdout.write(JSON.stringify({ code: error.code, details: error.details }));
}
