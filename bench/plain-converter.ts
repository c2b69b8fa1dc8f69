// The rival of the throughput bench: sharp in a plain script, a process that converts the files it is told, from disk to disk.
import sharp from 'sharp';

sharp.concurrency(1);
sharp.cache(false);

process.on('message', async ({ from, to }: { from: string; to: string }) => {
  await sharp(from).autoOrient().webp({ quality: 80 }).toFile(to);
  process.send?.('done');
});
process.send?.('ready');
