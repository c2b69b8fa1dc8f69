// Regenerates the small media files in fixtures/: `node scripts/make-fixtures.ts`. HEIC needs `heif-enc` (Debian: libheif-examples);
// without it the existing HEIC files are kept. The picture in most of them has four flat quarters, red and green above blue and yellow, 64
// x 32, so that a rotation, a mirroring, a swapped channel or a missing half shows in four pixels.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { sharp } from 'engines/sharp.ts';
import { makeBitmaps } from './make-bitmap-fixtures.ts';
import { quarterColours } from './quarters.ts';
import { turnHeic } from './turn-heic.ts';

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url));
mkdirSync(folder, { recursive: true });
const pathOf = (name: string) => join(folder, name);

function paintQuarters(
  width: number,
  height: number,
  colours: readonly (readonly number[])[] = quarterColours,
): Buffer {
  const channels = colours[0]!.length;
  const data = Buffer.alloc(width * height * channels);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set(colours[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)]!, (y * width + x) * channels);
  return data;
}

const quarters = (width = 64, height = 32) =>
  sharp(paintQuarters(width, height), { raw: { width, height, channels: 3 } });
const crisp = { quality: 92, chromaSubsampling: '4:4:4' } as const;

function chunk(name: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(name, 4, 'latin1');
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body, crc32(head.subarray(4))));
  return Buffer.concat([head, body, check]);
}

/** A PNG whose header declares a size, with the data of a single row or none. */
function claimPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const row = deflateSync(Buffer.alloc(Math.ceil(width / 8) + 1), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', row), chunk('IEND', Buffer.alloc(0))]);
}

async function makePlain(): Promise<void> {
  await quarters().jpeg(crisp).toFile(pathOf('plain.jpg'));
  await quarters().png().toFile(pathOf('plain.png'));
  await quarters().webp({ lossless: true }).toFile(pathOf('plain.webp'));
  await quarters().gif().toFile(pathOf('plain.gif'));
  await quarters().avif(crisp).toFile(pathOf('plain.avif'));
  await quarters().tiff({ compression: 'lzw' }).toFile(pathOf('plain.tiff'));
}

async function makeOddJpegs(): Promise<void> {
  await quarters()
    .jpeg({ ...crisp, progressive: true })
    .toFile(pathOf('progressive.jpg'));
  await quarters().toColourspace('b-w').jpeg(crisp).toFile(pathOf('grey.jpg'));
  await quarters().withIccProfile('p3').jpeg(crisp).toFile(pathOf('display-p3.jpg'));
  await quarters().toColourspace('cmyk').jpeg(crisp).toFile(pathOf('cmyk.jpg'));
  await quarters()
    .withExif({
      IFD0: { Make: 'Pixwright', Model: 'Fixture' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 13/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '121/1 28/1 0/1' },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>',
    )
    .jpeg(crisp)
    .toFile(pathOf('gps-and-xmp.jpg'));
  const whole = readFileSync(pathOf('plain.jpg'));
  writeFileSync(pathOf('truncated.jpg'), whole.subarray(0, Math.floor(whole.length * 0.75)));
  writeFileSync(
    pathOf('junk-behind-the-end.jpg'),
    Buffer.concat([whole, Buffer.from('GPSLatitude=31.2; a film could hang here')]),
  );
}

/** Stored so that all look the same when their orientation tag is applied: 32 x 64, red and green above blue and yellow. */
async function makeOrientations(): Promise<void> {
  for (let orientation = 1; orientation <= 8; orientation++) {
    // The inverse of each orientation, in the order rotation, then mirroring.
    const [isMirrored, degrees] = (
      [
        [false, 0],
        [true, 0],
        [false, 180],
        [true, 180],
        [true, 90],
        [false, 270],
        [true, 270],
        [false, 90],
      ] as const
    )[orientation - 1]!;
    const turned = await quarters(32, 64).rotate(degrees).png().toBuffer();
    const stored = isMirrored ? sharp(turned).flop() : sharp(turned);
    await stored
      .jpeg(crisp)
      .withMetadata({ orientation })
      .toFile(pathOf(`portrait-exif-${orientation}.jpg`));
  }
}

async function makeOddPngs(): Promise<void> {
  const seeThrough = [
    [220, 40, 40, 255],
    [40, 180, 60, 255],
    [40, 60, 220, 128],
    [0, 0, 0, 0],
  ];
  const transparent = sharp(paintQuarters(64, 32, seeThrough), { raw: { width: 64, height: 32, channels: 4 } });
  await transparent.clone().png().toFile(pathOf('transparent.png'));
  await transparent.clone().webp({ lossless: true, exact: true }).toFile(pathOf('transparent.webp'));
  await transparent.clone().toColourspace('b-w').png().toFile(pathOf('grey-alpha.png'));
  await quarters().png({ palette: true }).toFile(pathOf('palette.png'));
  await quarters().png({ progressive: true }).toFile(pathOf('interlaced.png'));
  await quarters().toColourspace('rgb16').png().toFile(pathOf('sixteen-bit.png'));
  await quarters().toColourspace('rgb16').withIccProfile('p3').png().toFile(pathOf('sixteen-bit-p3.png'));
  await quarters().toColourspace('rgb16').tiff({ compression: 'lzw' }).toFile(pathOf('sixteen-bit.tiff'));
  await quarters().threshold(120).png({ palette: true, colours: 2 }).toFile(pathOf('one-bit.png'));
  const whole = await sharp({
    create: {
      width: 64,
      height: 32,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  writeFileSync(pathOf('truncated.png'), whole.subarray(0, Math.floor(whole.length * 0.6)));
  writeFileSync(pathOf('huge-30000x30000.png'), claimPng(30_000, 30_000));
  writeFileSync(pathOf('just-above-100-megapixels.png'), claimPng(10_001, 10_000));
}

async function makeAnimations(): Promise<void> {
  const frames = await Promise.all(
    ['#dc2828', '#28b43c', '#283cdc'].map(background =>
      sharp({ create: { width: 24, height: 16, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const timing = { delay: [100, 200, 300], loop: 2 };
  const film = () => sharp(frames, { join: { animated: true } });
  await film().gif(timing).toFile(pathOf('animated-3-frames.gif'));
  await film()
    .webp({ ...timing, lossless: true })
    .toFile(pathOf('animated-3-frames.webp'));
  await film().tiff({ compression: 'lzw' }).toFile(pathOf('three-pages.tiff'));
  const huge = readFileSync(pathOf('plain.gif'));
  huge.writeUInt16LE(65_535, 6);
  huge.writeUInt16LE(65_535, 8);
  writeFileSync(pathOf('huge-screen.gif'), huge);
}

function makeVectors(): void {
  const [a, b, c, d] = quarterColours.map(colour => `rgb(${colour.join(',')})`);
  const rects = `<rect width="32" height="16" fill="${a}"/><rect x="32" width="32" height="16" fill="${b}"/><rect y="16" width="32" height="16" fill="${c}"/><rect x="32" y="16" width="32" height="16" fill="${d}"/>`;
  const open = '<svg xmlns="http://www.w3.org/2000/svg"';
  writeFileSync(pathOf('plain.svg'), `${open} width="64" height="32">${rects}</svg>\n`);
  writeFileSync(pathOf('view-box-only.svg'), `${open} viewBox="0 0 64 32">${rects}</svg>\n`);
  writeFileSync(
    pathOf('circle-on-nothing.svg'),
    `${open} width="20" height="20"><circle cx="10" cy="10" r="8" fill="red"/></svg>\n`,
  );
  const names = Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('');
  writeFileSync(
    pathOf('entity-bomb.svg'),
    `<!DOCTYPE svg [<!ENTITY a0 "lol">${names}]>${open} width="64" height="32"><text y="9">&a9;</text></svg>\n`,
  );
}

/** With the orientation as the file's own transformation property, as phones write it. */
async function makeHeics(): Promise<void> {
  if (!existsSync('/usr/bin/heif-enc')) return;
  const encode = async (name: string, from: Buffer) => {
    const source = pathOf(`${name}.source.jpg`);
    writeFileSync(source, from);
    execFileSync('heif-enc', ['-q', '80', '-p', 'chroma=444', '-o', pathOf(name), source], { stdio: 'ignore' });
    execFileSync('rm', [source]);
  };
  await encode('plain.heic', await quarters().jpeg(crisp).toBuffer());
  await encode(
    'display-p3.heic',
    await quarters()
      .withIccProfile('p3')
      .withExif({ IFD0: { Make: 'Pixwright' } })
      .jpeg(crisp)
      .toBuffer(),
  );
  await encode('exif-says-6-boxes-say-1.heic', readFileSync(pathOf('portrait-exif-6.jpg')));
  await encode('portrait-by-rotation-box.heic', await quarters(32, 64).rotate(90).jpeg(crisp).toBuffer());
  const portrait = pathOf('portrait-by-rotation-box.heic');
  writeFileSync(portrait, turnHeic(readFileSync(portrait), 1));
}

await makePlain();
await makeOddJpegs();
await makeOrientations();
await makeOddPngs();
await makeAnimations();
makeVectors();
await makeHeics();
const square = await quarters(64, 64).png().toBuffer();
for (const [name, bytes] of Object.entries(makeBitmaps(claimPng, square))) writeFileSync(pathOf(name), bytes);
