// Draws the sample pictures with which people may try a tool: node scripts/make-samples.ts
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../web/src/files/samples');

/** A ridge of hills as a path, deterministic by seed. */
function drawRidge(seed: number, baseY: number, roughness: number): string {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const points = Array.from({ length: 41 }, (_, index) => {
    const swing = Math.sin(index * 0.55 + seed) * roughness + (random() - 0.5) * roughness * 0.7;
    return `${index * 32},${Math.round(baseY + swing)}`;
  });
  return `M0,853 L${points.join(' L')} L1280,853 Z`;
}

function drawForest(seed: number, baseY: number): string {
  return Array.from({ length: 58 }, (_, index) => {
    const height = 60 + ((index * 37 + seed) % 53);
    const x = index * 23 - 12;
    const y = baseY + Math.sin(index * 0.4) * 16;
    return `M${x},${y} l11,${-height} l11,${height} Z`;
  }).join(' ');
}

const mountains = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="853">
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#2b2a6b"/><stop offset=".5" stop-color="#c8577e"/><stop offset=".8" stop-color="#ffb07a"/></linearGradient>
    <linearGradient id="lake" x2="0" y2="1"><stop stop-color="#f2a07f"/><stop offset="1" stop-color="#3b2f66"/></linearGradient>
    <radialGradient id="glow"><stop stop-color="#fff1cf" stop-opacity=".95"/><stop offset="1" stop-color="#ffb07a" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="1280" height="853" fill="url(#sky)"/>
  ${Array.from({ length: 70 }, (_, i) => `<circle cx="${(i * 523) % 1280}" cy="${(i * 191) % 300}" r="${0.7 + (i % 3) * 0.4}" fill="#fff" opacity="${0.3 + (i % 5) * 0.12}"/>`).join('')}
  <circle cx="860" cy="430" r="300" fill="url(#glow)"/><circle cx="860" cy="430" r="62" fill="#fff4d8"/>
  <path d="${drawRidge(3, 430, 70)}" fill="#8a4f86"/>
  <path d="${drawRidge(11, 500, 58)}" fill="#5f3d78"/>
  <path d="${drawRidge(7, 560, 40)}" fill="#3c2f63"/>
  <rect y="620" width="1280" height="233" fill="url(#lake)"/>
  ${Array.from({ length: 26 }, (_, i) => `<rect x="${780 + ((i * 47) % 160) - i * 2}" y="${636 + i * 8}" width="${40 + ((i * 29) % 70)}" height="2.5" rx="1" fill="#ffe3bd" opacity="${0.75 - i * 0.024}"/>`).join('')}
  <path d="${drawForest(5, 640)}" fill="#1d1a3d"/><rect y="612" width="1280" height="44" fill="#1d1a3d"/>
  <path d="${drawForest(17, 860)}" fill="#120f2a"/><rect y="838" width="1280" height="15" fill="#120f2a"/>
</svg>`;

const sticker = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640">
  <defs><linearGradient id="body" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#8f7bff"/><stop offset="1" stop-color="#e2559b"/></linearGradient></defs>
  <g stroke-linejoin="round" stroke-linecap="round">
    <path d="M320 70c120 0 205 70 205 195 0 80-32 128-32 190 0 66-52 110-173 110S147 521 147 455c0-62-32-110-32-190C115 140 200 70 320 70Z" fill="#fff" stroke="#fff" stroke-width="46"/>
    <path d="M152 178 128 62l104 58M488 178l24-116-104 58" fill="#fff" stroke="#fff" stroke-width="46"/>
    <path d="M152 198 128 62l116 66M488 198l24-136-116 66" fill="url(#body)"/>
    <path d="M320 92c112 0 192 66 192 178 0 76-30 122-30 182 0 62-50 100-162 100s-162-38-162-100c0-60-30-106-30-182C128 158 208 92 320 92Z" fill="url(#body)"/>
    <ellipse cx="320" cy="420" rx="96" ry="104" fill="#fff" opacity=".92"/>
    <circle cx="246" cy="272" r="27" fill="#1d1738"/><circle cx="394" cy="272" r="27" fill="#1d1738"/>
    <circle cx="256" cy="262" r="9" fill="#fff"/><circle cx="404" cy="262" r="9" fill="#fff"/>
    <path d="m302 316h36l-18 20Z" fill="#1d1738"/><path d="M320 338c-6 26-44 26-50 4M320 338c6 26 44 26 50 4" fill="none" stroke="#1d1738" stroke-width="9"/>
    <path d="M178 312l-70-14M178 336l-68 10M462 312l70-14M462 336l68 10" stroke="#fff" stroke-width="8" opacity=".85"/>
    <circle cx="206" cy="326" r="22" fill="#ffb1d3" opacity=".7"/><circle cx="434" cy="326" r="22" fill="#ffb1d3" opacity=".7"/>
  </g>
</svg>`;

const photo = sharp(Buffer.from(mountains));
const cutOut = sharp(Buffer.from(sticker));
await photo.clone().jpeg({ quality: 80, mozjpeg: true }).toFile(join(folder, 'mountains.jpg'));
await cutOut.clone().png({ compressionLevel: 9, palette: true, quality: 90 }).toFile(join(folder, 'sticker.png'));
// Twice the displayed size, for high-density screens.
await photo.resize(224, 160).webp({ quality: 72 }).toFile(join(folder, 'mountains-thumbnail.webp'));
await cutOut.resize(160, 160).webp({ quality: 72 }).toFile(join(folder, 'sticker-thumbnail.webp'));
