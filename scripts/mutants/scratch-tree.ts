// A copy of the checkout whose source may be broken while its packages are shared.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/** Links the packages of `from` into `to`. Links to workspaces, which are relative, keep pointing into their own tree. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name.startsWith('@')) linkPackages(source, target);
    // Tools keep caches there.
    else if (!/^\.(vite|vitest|cache)/.test(entry.name)) symlinkSync(source, target);
  }
}

/** Copies what git knows or would add in `root` to the empty folder `tree`, as it stands there. */
export function copyTree(root: string, tree: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of stdout.split('\n').filter(Boolean)) {
    const source = path.join(root, file);
    if (existsSync(source) && statSync(source).isFile()) cpSync(source, path.join(tree, file));
  }
  const workspaces = readdirSync(root).filter(name => existsSync(path.join(root, name, 'package.json')));
  for (const folder of ['', ...workspaces]) {
    const packages = path.join(root, folder, 'node_modules');
    if (folder !== 'bench' && existsSync(packages)) linkPackages(packages, path.join(tree, folder, 'node_modules'));
  }
}
