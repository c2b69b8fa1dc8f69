// crypto.randomUUID exists only on pages served over https or from this computer. Browser code makes its ids without it.
import { productCode, type Tree } from './tree.ts';

export function findSecureContextFaults(tree: Tree): string[] {
  return productCode(tree)
    .filter(file => /^(contract|client|tools|ui|web)\//.test(file) && /\brandomUUID\b/.test(tree.get(file) ?? ''))
    .filter(file => file !== 'ui/random-id.ts')
    .map(
      file => `${file} uses crypto.randomUUID, which plain http pages lack. Instead: makeId() from ui/random-id.ts.`,
    );
}
