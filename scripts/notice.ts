// `npm run notice`: writes NOTICE, the list of what the product ships and its licences.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeNotice } from '../checks/licences.ts';
import { readTree, root } from '../checks/tree.ts';

writeFileSync(path.join(root, 'NOTICE'), makeNotice(readTree()));
