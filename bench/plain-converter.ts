// The comparison for the throughput bench: a plain script around sharp that converts the files it is sent, from disk to disk.
import sharp from 'sharp';

sharp.concurrency(1);
sharp.cache(false);

process.on('message', async ({ from, to }: { from: string; to: string }) => {
  await sharp(from).autoOrient().webp({ quality: 80 }).toFile(to);
  process.send?.('done');
});
process.send?.('ready');
