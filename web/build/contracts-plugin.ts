// Contracts reach the browser as data: routes as method and path, constants as they are, and no schema. Types stay whole.
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Whether the browser gets a file as data. */
export const isContract = (file: string) =>
  /\/(contract\/(routes\/[\w-]+|mark\/options|subtitles\/style|task|route|tool)|tools\/[\w-]+\/contract)\.ts$/.test(
    file,
  );

/** What only the server reads: which keys a call takes. The page has no key. */
const ofServer = 'keyScope';

/** A value without its schemas, functions and what only the server reads; undefined when nothing is left. */
export function keepData(value: unknown): unknown {
  if (typeof value === 'function' || value === undefined) return undefined;
  if (value === null || typeof value !== 'object') return value;
  if ('_zod' in value || value instanceof RegExp) return undefined;
  if (Array.isArray(value)) return value.map(keepData);
  const kept = Object.entries(value)
    .filter(([name]) => name !== ofServer)
    .map(([name, part]) => [name, keepData(part)] as const)
    .filter(([, part]) => part !== undefined);
  return Object.fromEntries(kept);
}

export function contractsPlugin(): Plugin {
  return {
    name: 'contracts-as-data',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0]!.split(sep).join('/');
      if (!isContract(file)) return undefined;
      const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
      return Object.entries(exported)
        .map(([name, value]) => [name, keepData(value)] as const)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
