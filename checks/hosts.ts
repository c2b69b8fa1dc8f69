// No committed file names the environment in which it was created: no package registry, no mirror, no host of a private network.
import type { Tree } from './tree.ts';

const registry =
  /\bhttps?:\/\/[\w.-]*registry[\w.-]*|\bregistry\.[a-z0-9-]+\.(?:org|com|net|io|dev|cn)\b|\bnpmmirror\b|\/artifactory\/|\/api\/npm\//i;
const privateHost = /\bhttps?:\/\/(?:[\w-]+\.)+(?:internal|corp|lan|intranet)\b/i;
const registrySetting = /^\s*(?:@[\w-]+:)?registry\s*=/m;
/** Tests of the guarded fetch name such hosts to check that they are refused. */
const mayNameHosts = /^server\/src\/links\/|\.test\.ts$/;

const firstMatch = (text: string, pattern: RegExp) => pattern.exec(text)?.[0];

function findInLock(file: string, text: string): string[] {
  const packages: Record<string, { resolved?: string }> = JSON.parse(text).packages ?? {};
  const remote = Object.entries(packages).filter(([, entry]) => /^[a-z+]+:\/\//.test(entry.resolved ?? ''));
  return remote.map(
    ([name, entry]) =>
      `${file}: ${name} is tied to ${new URL(entry.resolved ?? '').host}. Instead: keep omit-lockfile-registry-resolved in .npmrc and install again.`,
  );
}

export function findHostFaults(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) => {
    const faults = /(^|\/)package-lock\.json$/.test(file) ? findInLock(file, text) : [];
    const named = firstMatch(text, registry);
    if (named && !file.startsWith('checks/'))
      faults.push(
        `${file} names ${named}. Instead: leave it to the settings of the machine that installs; npm and apt know theirs.`,
      );
    if (/(^|\/)\.npmrc$/.test(file) && registrySetting.test(text))
      faults.push(`${file} sets a registry. Instead: leave it to the user's own .npmrc.`);
    const host = mayNameHosts.test(file) ? undefined : firstMatch(text, privateHost);
    if (host) faults.push(`${file} names ${host}. Instead: use a name ending in .example or .test.`);
    return faults;
  });
}
