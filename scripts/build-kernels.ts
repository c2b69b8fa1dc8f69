#!/usr/bin/env node
// Compiles engines/kernels/*.as (AssemblyScript) to the .wasm files beside them. Run it after changing one.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = fileURLToPath(new URL('../engines/kernels/', import.meta.url));

/** Names of all kernels, without extension. */
export const listKernels = (): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.as'))
    .map(name => name.slice(0, -'.as'.length));

/** The compiled source of a kernel. Throws with the compiler's messages. */
export async function buildKernel(name: string): Promise<Uint8Array> {
  const source = readFileSync(`${folder}${name}.as`, 'utf8');
  const options = '-O3 --noAssert --runtime stub --enable simd --importMemory --initialMemory 1 --maximumMemory 65536';
  let built: Uint8Array | undefined;
  // The compiler requires files that end in .ts, which TypeScript would check here: it gets the text under another name.
  const { error, stderr } = await asc.main([`${name}.ts`, ...options.split(' '), '--outFile', `${name}.wasm`], {
    readFile: file => (file === `${name}.ts` ? source : null),
    writeFile: (_file, contents) => {
      built = contents as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error || !built) throw new Error(`${name}.as does not build: ${stderr.toString()}`, { cause: error });
  return built;
}

if (import.meta.main) {
  for (const name of listKernels()) writeFileSync(`${folder}${name}.wasm`, await buildKernel(name));
}
