// Compiles the code of children ahead, for an image whose server may not write to its checkout.
import { pino } from 'pino';
import { openCompileCache } from './work/compile-cache.ts';

const log = pino(pino.destination(2));
const cache = await openCompileCache({ log });
if (!cache) process.exit(1);
log.info({ folder: cache.folder }, 'the code of children is compiled');
