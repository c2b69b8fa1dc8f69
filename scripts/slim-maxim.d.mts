/** `folder` holds model.json; the first `stages` of the network's stages are kept. */
export function slimMaxim(folder: string, stages: number): void;
