// Names of files and folders are in kebab-case and meaningful, and limits begin with max or min.
import { isCode, type Tree } from './tree.ts';

const saysNothing = /^(utils?|commons?|shared|helpers?|misc)$/;
const kebabCase = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
/** Names that people and tools expect exactly like this. */
const fixedNames =
  /^(README|ARCHITECTURE|CONTRIBUTING|LICENSE|NOTICE|CHANGELOG|SECURITY|CODE_OF_CONDUCT|ISSUE_TEMPLATE|PULL_REQUEST_TEMPLATE)(\.md)?$|^Dockerfile$|^\./;

export function findNameFaults(tree: Tree): string[] {
  const faults = new Set<string>();
  for (const file of tree.keys()) {
    const parts = file.split('/');
    for (const [index, part] of parts.entries()) {
      const where = parts.slice(0, index + 1).join('/');
      if (saysNothing.test(part.split('.')[0] ?? ''))
        faults.add(
          `${where}: "${part.split('.')[0]}" says nothing. Instead: used by two, copy it; used by three, name it for what it does, in engines/ or ui/.`,
        );
      const mustBeKebab = isCode(file) || index < parts.length - 1 || /\.(css|sql|md)$/.test(part);
      if (mustBeKebab && !kebabCase.test(part) && !fixedNames.test(part))
        faults.add(`${where} is not in kebab case. Instead: rename it to ${toKebab(part)}.`);
    }
  }
  return [...faults];
}

/** A limit has one way to be named, so that a search for it finds all. */
const limitName = /\b(most|least)(?=[A-Z])\w+/g;

/** The identifiers, also those in comments, that name a limit otherwise than with max or min. */
export function findLimitFaults(tree: Tree): string[] {
  const faults = new Set<string>();
  for (const [file, text] of tree)
    if (isCode(file))
      for (const [name, word] of text.matchAll(limitName))
        faults.add(
          `${file}: "${name}". Instead: ${word === 'most' ? 'max' : 'min'}${name.slice(word!.length)}, as limits are named.`,
        );
  return [...faults];
}

export const toKebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[_\s]+/g, '-')
    .toLowerCase();
