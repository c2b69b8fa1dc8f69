// sharp, set up once for a worker process: whoever needs it imports it from here.
import sharp from 'sharp';

// Several workers share the machine, so each keeps to one thread, and no two tasks share a picture worth caching.
sharp.concurrency(1);
sharp.cache(false);

// Only the loaders of the formats we take; whatever else sharp could open stays shut, whatever a file pretends to be.
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
