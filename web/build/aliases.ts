// Where the build and the tests find the client: in its folder, as the type checker does, whatever an earlier `npm ci` has linked.
import { join } from 'node:path';

export const aliases = { '@pixwright/client': join(import.meta.dirname, '../../client') };
