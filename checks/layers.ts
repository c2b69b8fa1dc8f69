// Folders organised in layers: each of their entries, a folder or a file, may import those listed after it, and none of those before it.
import { findTarget, listImports } from './syntax.ts';
import { productCode, type Tree } from './tree.ts';

/** Folder → its entries, from the top layer down. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'web/src': [
    // What starts the page, and chooses among all pages.
    'main.tsx',
    'app.tsx',
    'routes.tsx',
    'planned-tools.ts',
    'first-paint.tsx',
    // Pages.
    'pages',
    'workflows',
    'designs',
    'editor',
    'chat',
    'admin',
    'membership',
    'sandbox',
    // Around every page, and the pages that it leads to.
    'layout',
    'user-center',
    'login',
    'app-install',
    'home',
    // The flows of tools.
    'drawing',
    'links',
    'work',
    // What they all use: tasks and their prices, files, and the tools that there are.
    'pay',
    'account-forms',
    'captcha',
    'person',
    'tasks',
    'catalogue',
    'files',
    'markdown',
    'start',
    'router',
    'where-sold.tsx',
    'qr-picture.tsx',
    // Calls and stores.
    'use-answer-to.ts',
    'load-user.ts',
    'client.ts',
    'send-bytes.ts',
    'api.ts',
    'failures',
    'shopping.ts',
    'session.ts',
    'language-store.ts',
    'choose-language.ts',
    'notices.ts',
    'events.ts',
    'storage.ts',
    'settings.ts',
    'route.ts',
    'words',
    'catalogue.d.ts',
  ],
  'web/src/work': ['work-flow.tsx', 'take-files.ts', 'forget-work.ts', 'bench', 'keep', 'transfer', 'items'],
};

/** One message for every import against an order, and for every file outside of it. */
export function findLayerFaults(tree: Tree, orders = layers): string[] {
  return Object.entries(orders).flatMap(([folder, order]) => {
    const entryOf = (file: string) => file.slice(folder.length + 1).split('/')[0] ?? '';
    const within = productCode(tree).filter(file => file.startsWith(`${folder}/`));
    return within.flatMap(file => {
      const own = order.indexOf(entryOf(file));
      if (own < 0)
        return [`${file} lies in none of the layers. Instead: add it to checks/layers.ts, above what it uses.`];
      return listImports(file, tree.get(file) ?? '').flatMap(({ specifier, line }) => {
        const target = specifier === undefined ? undefined : findTarget(file, specifier);
        if (target?.kind !== 'file' || !target.path.startsWith(`${folder}/`)) return [];
        const other = order.indexOf(entryOf(target.path));
        return other < 0 || other >= own
          ? []
          : [
              `${file}:${line} imports ${target.path}: ${order[own]} may not import ${order[other]}. Instead: move what both need down, or hand it in from above.`,
            ];
      });
    });
  });
}
