// The sandbox of a test's server. Hundreds of servers start in one process, on one machine and with the same code, so what children may do is tried
// once, and the code that they load is read once.
import type { Logger } from 'pino';
import { type CompileCache, openCompileCache } from '../src/work/compile-cache.ts';
import { type KnownChoices, openConfinement } from '../src/work/confinement.ts';

const known: KnownChoices = new Map();
let opening: Promise<CompileCache | undefined> | undefined;

/** As a server opens its own; a test may bring compiled code of its own. */
export async function openTestConfinement(
  config: Parameters<typeof openConfinement>[0] & { log: Logger },
): ReturnType<typeof openConfinement> {
  opening ??= openCompileCache({ log: config.log });
  return openConfinement({ ...config, compileCache: config.compileCache ?? (await opening), known });
}
