// Our own drawings for things that the icon set lacks or shows only on a plate: SVG in a square of 32, flat like the set's.

const petals = (points: readonly (readonly [number, number])[], colours: readonly string[]) =>
  points.map(([x, y], i) => `<circle cx="${x}" cy="${y}" r="1.1" fill="${colours[i % colours.length]}"/>`).join('');

const blossomPoints = [
  [8, 10],
  [11, 6],
  [15, 9],
  [19, 5],
  [23, 9],
  [25, 13],
  [21, 14],
  [16, 14],
  [12, 13],
  [7, 14],
  [18, 11],
  [14, 4.5],
  [10, 16.5],
  [23.5, 16.5],
  [17, 17.5],
  [5.8, 11.8],
] as const;

const ray = (angle: number, from: number, to: number, colour: string) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return `<path d="M${(16 + c * from).toFixed(2)} ${(16 + s * from).toFixed(2)}L${(16 + c * to).toFixed(2)} ${(16 + s * to).toFixed(2)}" stroke="${colour}" stroke-width=".9" stroke-linecap="round"/><circle cx="${(16 + c * (to + 1)).toFixed(2)}" cy="${(16 + s * (to + 1)).toFixed(2)}" r=".7" fill="${colour}"/>`;
};
const turns = (count: number) => Array.from({ length: count }, (_, i) => (i / count) * 2 * Math.PI);

const leafAt = (x: number, y: number, turn: number) =>
  `<path d="M0 0c1-1.6 3.6-1.9 5-.3c-1.6 1.5-4 1.6-5 .3" fill="#5cb338" transform="translate(${x},${y}) rotate(${turn})"/>`;

const stalk = (x: number, top: number, colour: string, dark: string) =>
  `<rect x="${x}" y="${top}" width="2.6" height="${30 - top}" rx=".5" fill="${colour}"/>${[0.22, 0.5, 0.78]
    .map(at => `<rect x="${x - 0.25}" y="${top + (30 - top) * at}" width="3.1" height=".7" rx=".3" fill="${dark}"/>`)
    .join('')}`;

export const drawings: Readonly<Record<string, string>> = {
  'cherry-tree': `<path fill="#7a4b3a" d="M14.6 30c.4-5 .2-8-1.8-12l1.8-.8l1.6 3.4l2-4l1.8.8c-1.9 4-2.3 8-1.8 12.600z"/><path fill="#f7a8c4" d="M5 14.500a4.500 4.500 0 0 1 1.500-8a5.500 5.500 0 0 1 8.500-3.300a6 6 0 0 1 9.700 2.600a5 5 0 0 1 2.600 8.700a4.500 4.500 0 0 1-5.300 5a6 6 0 0 1-9.500.3a4.800 4.800 0 0 1-7.500-5.300"/><path fill="#fbc9dc" d="M8 8.500a5 5 0 0 1 7-4a6 6 0 0 1 8.500 2.500a8 8 0 0 0-7.500 3a7 7 0 0 0-8-1.500"/>${petals(blossomPoints, ['#e8799f', '#ffe3ee', '#ef8fb1'])}`,
  'willow-tree': `<path fill="#6b5138" d="M14.500 30c.5-6 .3-10-1-14h4c-1 5-.8 9-.2 14z"/><path fill="#6fae3c" d="M16 2.500c7 0 11.500 4 12 9c.3 4 .3 9-.5 13c-.3 1-1.200 1-1.400 0l-.6-6l-.8 9c-.1 1-1.300 1-1.500 0l-.8-9.500l-1 6.500c-.2.8-1.200.8-1.400 0l-.8-7h-6l-.8 7c-.2.8-1.200.8-1.400 0l-1-6.500l-.8 9.500c-.2 1-1.400 1-1.500 0l-.8-9l-.6 6c-.2 1-1.100 1-1.400 0c-.8-4-.8-9-.5-13c.5-5 5-9 12-9"/><path fill="#8cc653" d="M16 4c5 0 9 2.500 10 6.500c-3-2-6-2-8 0c-3-2.500-7-2.500-10 1c0-4.500 3.500-7.500 8-7.500"/>`,
  bamboo: `${stalk(7, 4, '#6fb544', '#3f8a2b')}${stalk(14.5, 2, '#84c755', '#4a9632')}${stalk(22, 6, '#5fa53a', '#357a24')}${leafAt(9.5, 9, -30)}${leafAt(17, 6, 15)}${leafAt(17, 14, -25)}${leafAt(14.6, 10, 200)}${leafAt(24.4, 11, -20)}${leafAt(22, 15, 190)}${leafAt(7, 16, 200)}${leafAt(24.5, 19, 20)}`,
  bush: `<path fill="#3f8f2c" d="M3 29a6 6 0 0 1 2.500-10.500a7 7 0 0 1 10-5a7.500 7.500 0 0 1 10.800 5.300A6 6 0 0 1 29 29z"/><path fill="#5cb338" d="M7 21a7 7 0 0 1 8.500-5.500a7 7 0 0 1 8.500 3a9 9 0 0 0-8 3a8 8 0 0 0-9-.500"/>`,
  grass: `<path fill="#5aa63a" d="M5 30c0-6-1-9-3-12c4 2 6 6 6 10c0-8 1-13 4-18c0 6-.5 11-.5 17c1-6 3-10 6-13c-2 5-2.500 9-2.500 14c2-6 5-9 9-11c-4 4-5 8-5.500 13z"/>`,
  pumpkin: `<path fill="#5a8f3a" d="M15 9c-.2-3 1-5.500 3.500-6.500l1 1.600c-1.600 1-2 2.800-1.800 5z"/><ellipse cx="9" cy="19" rx="7" ry="9.500" fill="#e5741f"/><ellipse cx="23" cy="19" rx="7" ry="9.500" fill="#e5741f"/><ellipse cx="12.500" cy="19" rx="6" ry="10.300" fill="#f28a30"/><ellipse cx="19.500" cy="19" rx="6" ry="10.300" fill="#f28a30"/><ellipse cx="16" cy="19" rx="4.500" ry="10.800" fill="#fb9f45"/>`,
  campfire: `<path fill="#fb8b24" d="M16 4c1 4 6 7 6 13c0 4-2.500 7-6 7s-6.500-3-6.500-7c0-3 1.500-5 3-6.500c0 2 .8 3 2 3.500c-.8-4-.3-7 1.500-10"/><path fill="#ffd23f" d="M16 13c.8 2.500 3 4 3 7c0 2.500-1.300 4-3 4s-3.300-1.500-3.300-4c0-3 2.500-4 3.300-7"/><rect x="4" y="24" width="24" height="3.600" rx="1.800" fill="#7a4b2a" transform="rotate(10 16 26)"/><rect x="4" y="24" width="24" height="3.600" rx="1.800" fill="#96602f" transform="rotate(-10 16 26)"/>`,
  seaweed: `<path fill="none" stroke="#2f9e6e" stroke-width="2.600" stroke-linecap="round" d="M10 30c-4-5 4-8 0-13s4-7 1-13"/><path fill="none" stroke="#56c28a" stroke-width="2.600" stroke-linecap="round" d="M17 30c4-5-4-7 0-12s-3-6-.5-10"/><path fill="none" stroke="#238060" stroke-width="2.600" stroke-linecap="round" d="M23 30c-3-4 3-6 0-10s2-5 0-8"/>`,
  waterfall: `<path fill="#7c7468" d="M2 30V9l4-5h7v26z"/><path fill="#6a6257" d="M30 30V11l-4-6h-6v25z"/><path fill="#8fd3f4" d="M11 5h11v23H11z"/><path fill="#d7f1fc" d="M12.500 5h1.800v20h-1.800zm4 0h1.500v22h-1.500zm3.200 0h1.200v17h-1.200z"/><ellipse cx="16.500" cy="28.500" rx="11" ry="2.500" fill="#e8f8ff"/><path fill="#5aa63a" d="M2 9l4-5h7v2.500H8L5 10zm28 2l-4-6h-6v2h4l3.500 4.500z"/>`,
  iceberg: `<path fill="#cfeaf6" d="M3 28L9 12l4 3l5-11l6 12l3-2l3 14z"/><path fill="#a9d6ec" d="M18 4l6 12l3-2l3 14H19l2-10z"/><path fill="#fff" d="M9 12l4 3l-2 6l-3-3zm9-8l3 6l-3 3l-2-4z"/>`,
  pagoda: `<g fill="#8f5b3a"><rect x="9" y="23" width="14" height="7"/><rect x="10.500" y="16" width="11" height="5"/><rect x="12" y="9.500" width="8" height="4.500"/></g><g fill="#c8432f"><path d="M3 24c5-.5 7-2 8.500-4h9c1.500 2 3.500 3.500 8.500 4z"/><path d="M6 17c4-.5 5.500-2 6.500-3.500h7c1 1.500 2.500 3 6.500 3.500z"/><path d="M8.500 10.500c3.500-.5 5-2 6-4.500h3c1 2.500 2.500 4 6 4.500z"/></g><rect x="15.300" y="1.500" width="1.400" height="5" fill="#e0a93b"/><path fill="#4a2c1d" d="M13.800 30v-4a2.200 2.200 0 0 1 4.400 0v4z"/><g fill="#ffd98a"><rect x="14.800" y="17.200" width="2.400" height="2.400"/><rect x="14.900" y="10.800" width="2.200" height="2"/></g>`,
  lighthouse: `<path fill="#f4f1ea" d="M12 10h8l2.500 20h-13z"/><path fill="#d8392f" d="M11.600 13.500h8.800l.55 4.200h-9.900zm-1.100 8.400h11l.55 4.200h-12.100z"/><rect x="11" y="8.600" width="10" height="1.700" rx=".5" fill="#3b3f4a"/><rect x="13" y="4.600" width="6" height="4" fill="#ffe27a"/><path fill="#3b3f4a" d="M12 4.800L16 1l4 3.800z"/><rect x="14.700" y="26.300" width="2.600" height="3.700" rx="1.300" fill="#5a4636"/>`,
  windmill: `<path fill="#e9dcc6" d="M11.500 13h9L23 30H9z"/><path fill="#b5543a" d="M10.800 13.400L16 7.500l5.200 5.900z"/><path fill="#6b4a33" d="M14.400 30v-5a1.600 1.600 0 0 1 3.200 0v5z"/><g fill="#f7f3ea" stroke="#8a6a4a" stroke-width=".5"><path d="M16 12l-1-10h3.400z"/><path d="M16 12l10-1v3.400z"/><path d="M16 12l1 10h-3.400z"/><path d="M16 12l-10 1v-3.400z"/></g><circle cx="16" cy="12" r="1.200" fill="#6b4a33"/>`,
  bridge: `<path fill="#b98a5e" d="M1 24c5-9 25-9 30 0v5h-5.500c-3-6-16-6-19 0H1z"/><path fill="#8a5f3c" d="M1 22.500c5-9 25-9 30 0v2c-5-9-25-9-30 0z"/><g fill="#8a5f3c"><rect x="5" y="15.500" width="1" height="5"/><rect x="10" y="13" width="1" height="5"/><rect x="15.500" y="12" width="1" height="5"/><rect x="21" y="13" width="1" height="5"/><rect x="26" y="15.500" width="1" height="5"/></g><path fill="none" stroke="#a57448" stroke-width="1.100" d="M2 18.500c6-8.500 22-8.500 28 0"/>`,
  fence: `<g fill="#e7d3b4">${[2, 7.6, 13.2, 18.8, 24.4].map(x => `<path d="M${x} 30V17l2.200-3l2.200 3v13z"/>`).join('')}</g><g fill="#cdb48d"><rect x="1" y="19" width="29.500" height="2"/><rect x="1" y="25" width="29.500" height="2"/></g>`,
  bench: `<g fill="#9b6b3f"><rect x="2" y="10" width="28" height="2.600" rx=".8"/><rect x="2" y="14" width="28" height="2.600" rx=".8"/><rect x="1" y="19" width="30" height="3" rx="1"/></g><g fill="#4a4a52"><rect x="4" y="9" width="2" height="21" rx=".6"/><rect x="26" y="9" width="2" height="21" rx=".6"/></g>`,
  'street-lamp': `<rect x="15.200" y="9" width="1.600" height="20" fill="#3b3f4a"/><rect x="12.600" y="28.500" width="6.800" height="1.500" rx=".5" fill="#2d3038"/><path fill="#ffe27a" d="M12.500 4h7l-1.200 5h-4.600z"/><path fill="#3b3f4a" d="M11.500 4l4.500-3l4.500 3zm2 5h5v1.200h-5z"/>`,
  swing: `<g fill="none" stroke="#8a5f3c" stroke-width="1.500" stroke-linecap="round"><path d="M3 30L8 3h16l5 27M8 3L11 30M24 3l-3 27" opacity=".95"/></g><g stroke="#6a6a72" stroke-width=".6"><path d="M13 3v22"/><path d="M19 3v22"/></g><rect x="11.500" y="25" width="9" height="1.500" rx=".5" fill="#d8392f"/>`,
  'hot-air-balloon': `<path fill="#e8543f" d="M16 1.500c6 0 10 4 10 9.500c0 5-4.500 9-6.500 11.500h-7C10.500 20 6 16 6 11c0-5.500 4-9.500 10-9.500"/><path fill="#ffd166" d="M16 1.500c3 0 4.800 4 4.800 9.500c0 5-1.800 9-2.600 11.500h-4.400C13 20 11.200 16 11.200 11c0-5.500 1.800-9.500 4.800-9.500"/><path fill="none" stroke="#6b4a33" stroke-width=".5" d="M12.800 22.500l.7 3.500m5.700-3.500l-.7 3.500"/><rect x="12.800" y="26" width="6.400" height="4.300" rx="1" fill="#a9713f"/><rect x="12.800" y="26" width="6.400" height="1.200" rx=".5" fill="#7f5229"/>`,
  'fireworks-burst': turns(14)
    .map((angle, i) => ray(angle, 4.5, 12.5, ['#ff5d8f', '#ffd166', '#7bdff2'][i % 3] ?? ''))
    .concat(turns(9).map((angle, i) => ray(angle + 0.2, 2, 6.5, ['#fff3b0', '#ffb3c6'][i % 2] ?? '')))
    .join(''),
  'shooting-star': `<path fill="#fff1b8" opacity=".55" d="M30 4L10.500 19l3 4z"/><path fill="#ffe27a" d="M8.500 16.500l2 3.600l4.100.7l-2.900 3l.6 4.100l-3.800-1.700l-3.700 1.900l.4-4.100l-3-2.900l4.100-.8z"/>`,
  'milky-way-band': `<g opacity=".75"><path fill="#b9a6e8" opacity=".35" d="M0 26C10 18 20 14 32 4v7C22 19 12 23 0 32z"/><path fill="#e9dcff" opacity=".45" d="M0 28.500C10 21 21 16 32 7v2C21 17.500 11 22 0 30z"/></g>`,
  table: `<rect x="1" y="10" width="30" height="3.600" rx="1" fill="#b57b46"/><rect x="2.500" y="13.600" width="27" height="2" fill="#93602f"/><rect x="3.500" y="15.600" width="2.800" height="14.400" fill="#a56d3c"/><rect x="25.700" y="15.600" width="2.800" height="14.400" fill="#a56d3c"/>`,
  desk: `<rect x="1" y="9" width="30" height="3" rx=".8" fill="#c08d57"/><rect x="3" y="12" width="2.500" height="18" fill="#a0703f"/><rect x="18" y="12" width="11" height="18" rx=".6" fill="#b07d49"/><g fill="#8e6034"><rect x="19.200" y="13.500" width="8.600" height="4.300" rx=".4"/><rect x="19.200" y="19" width="8.600" height="4.300" rx=".4"/><rect x="19.200" y="24.500" width="8.600" height="4.300" rx=".4"/></g>`,
  sofa: `<rect x="3" y="8" width="26" height="14" rx="3" fill="#3f6fb5"/><rect x="15.700" y="9" width=".6" height="9" fill="#33598f"/><rect x="4" y="16" width="24" height="7" rx="2" fill="#5b8ad0"/><rect x="0" y="13" width="5.500" height="12" rx="2.600" fill="#33598f"/><rect x="26.500" y="13" width="5.500" height="12" rx="2.600" fill="#33598f"/><rect x="2" y="22" width="28" height="4" rx="1" fill="#3f6fb5"/><rect x="3" y="26" width="2" height="2.500" fill="#5f3c20"/><rect x="27" y="26" width="2" height="2.500" fill="#5f3c20"/>`,
  bookshelf: `<rect x="4" y="1" width="24" height="29.500" rx=".8" fill="#8a5a34"/><g fill="#5f3c20"><rect x="6" y="3" width="20" height="7.300"/><rect x="6" y="12" width="20" height="7.300"/><rect x="6" y="21" width="20" height="7.300"/></g>${[3, 12, 21].map((y, row) => [0, 1, 2, 3, 4, 5, 6].map(i => `<rect x="${7 + i * 2.6}" y="${y + 1 + ((i * 7 + row * 3) % 4) * 0.4}" width="2.100" height="${6.3 - ((i * 7 + row * 3) % 4) * 0.4}" fill="${['#d8504a', '#3f8fd2', '#f0b63a', '#5aa66a', '#8f6fc4', '#e88a5a'][(i + row * 2) % 6]}"/>`).join('')).join('')}`,
  lamp: `<path fill="#ffe6a3" d="M10.500 3h11l4 12h-19z"/><rect x="15.200" y="15" width="1.600" height="12" fill="#8a6a4a"/><rect x="10.500" y="27" width="11" height="3" rx="1.500" fill="#6b4a33"/>`,
  piano: `<path fill="#2b2b33" d="M2 14c0-6 8-9 15-8c6 1 13 3 13 8v4H2z"/><rect x="2" y="17" width="28" height="3" fill="#f4f4f4"/>${Array.from({ length: 9 }, (_, i) => `<rect x="${4 + i * 2.8}" y="17" width="1.200" height="1.800" fill="#222"/>`).join('')}<rect x="2" y="20" width="28" height="2.500" fill="#1f1f26"/><g fill="#2b2b33"><rect x="4" y="22" width="2" height="8"/><rect x="15" y="22" width="2" height="8"/><rect x="26" y="22" width="2" height="8"/></g>`,
  'santa-hat': `<path fill="#d92b3a" d="M5 23C6 12 12 5 20 6c5 .6 7 5 7.500 9l-3 .5c-.5-2-1.500-3-3-3.500c1 4 3.500 7 4.500 11z"/><rect x="2.500" y="22" width="26" height="6" rx="3" fill="#fbfbfb"/><circle cx="26.500" cy="16.500" r="3" fill="#fbfbfb"/>`,
  vase: `<path fill="#4f8fc0" d="M12 6h8v2c0 3 5 6 5 13c0 6-3.500 9-9 9s-9-3-9-9c0-7 5-10 5-13z"/><rect x="11" y="4.500" width="10" height="2.400" rx="1.100" fill="#3a74a3"/><path fill="#86b8de" d="M10.500 17c.8-2 2-3.500 3-5l1.200.6c-1 2-2.500 5-2.300 9l-2 .3c-.4-1.600-.4-3.400.1-4.900"/>`,
  plate: `<ellipse cx="16" cy="23" rx="15" ry="5" fill="#e8ecf2"/><ellipse cx="16" cy="22.200" rx="10" ry="3" fill="#cfd7e2"/>`,
  flag: `<rect x="6" y="2" width="1.600" height="28" rx=".6" fill="#8a6a4a"/><path fill="#e03b3b" d="M7.600 3c5-1.800 9 2.500 18 .5v12c-9 2-13-2.300-18-.5z"/>`,
  treasure: `<path fill="#8a5a2b" d="M3 16c0-6 4-9 8-9h10c4 0 8 3 8 9z"/><rect x="3" y="16" width="26" height="13" rx="1" fill="#a56d35"/><g fill="#f2b632"><rect x="3" y="15" width="26" height="2.200"/><rect x="7" y="7.500" width="2.200" height="21.500"/><rect x="22.800" y="7.500" width="2.200" height="21.500"/><rect x="13.800" y="14" width="4.400" height="6" rx="1"/></g>`,
  rug: `<ellipse cx="16" cy="24" rx="15.500" ry="5.500" fill="#c65b4e"/><ellipse cx="16" cy="24" rx="12.500" ry="4.200" fill="#e9c59a"/><ellipse cx="16" cy="24" rx="9.500" ry="3" fill="#c65b4e"/>`,
  stove: `<rect x="4" y="6" width="24" height="24" rx="1.500" fill="#dfe4ea"/><rect x="4" y="6" width="24" height="5" rx="1" fill="#aab4bf"/><rect x="7" y="14" width="18" height="12" rx="1" fill="#3b3f4a"/><rect x="9" y="16" width="14" height="8" fill="#f28a30" opacity=".7"/>${[8, 13, 18, 23].map(x => `<circle cx="${x}" cy="8.500" r="1.100" fill="#4a4f5a"/>`).join('')}`,
  fireplace: `<rect x="2" y="3" width="28" height="3" rx=".6" fill="#7a4b2a"/><rect x="3.500" y="6" width="25" height="24" fill="#b5654a"/><path fill="#2b2326" d="M8 30V16a8 8 0 0 1 16 0v14z"/><path fill="#fb8b24" d="M16 15c1 4 5 5.500 5 10c0 3-2 5-5 5s-5-2-5-5c0-4.500 4-6 5-10"/><path fill="#ffd23f" d="M16 21c.6 2 2.500 3 2.500 5.500c0 2-1 3.500-2.500 3.500s-2.500-1.500-2.500-3.500C13.500 24 15.400 23 16 21"/>`,
};
