// sharp, configured once for a worker process. All code imports it from here.
import sharp from 'sharp';

// Several workers share the machine, so each keeps to one thread, and no two tasks share a picture worth caching.
sharp.concurrency(1);
sharp.cache(false);

// Only the loaders of supported formats are enabled, so a file of another type cannot reach its decoder.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
    'VipsForeignLoadTiff',
    'VipsForeignLoadSvg',
  ],
});

export { sharp };
