// `npm run bench [names]`: runs all benches, or the named ones, and writes their results to their sections of docs/bench.md.
import { loadavg } from 'node:os';
import { type Found, renewFigures } from './figures.ts';
import { type Bench, renderTable } from './report.ts';

/** Each is loaded when it runs: libraries that only another bench needs slow JavaScript down, clips by 12 %. */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  ground: async () => (await import('./ground/bench-ground.ts')).benchGround,
  harm: async () => (await import('./ground/harm.ts')).benchHarm,
  throughput: async () => (await import('./throughput.ts')).benchThroughput,
  lanes: async () => (await import('./lanes.ts')).benchLanes,
  tiny: async () => (await import('./tiny.ts')).benchTiny,
  responsiveness: async () => (await import('./responsiveness.ts')).benchResponsiveness,
  capacity: async () => (await import('./capacity.ts')).benchCapacity,
  soak: async () => (await import('./soak.ts')).benchSoak,
  batch: async () => (await import('./batch.ts')).benchBatch,
  pipelines: async () => (await import('./pipelines.ts')).benchPipelines,
  malformed: async () => (await import('./malformed.ts')).benchMalformed,
  cases: async () => (await import('./cases.ts')).benchCases,
  hostile: async () => (await import('./hostile.ts')).benchHostile,
  'hostile-media': async () => (await import('./hostile-media.ts')).benchHostileMedia,
  'hostile-views': async () => (await import('./hostile-views.ts')).benchHostileViews,
  webhooks: async () => (await import('./webhooks.ts')).benchWebhooks,
  cli: async () => (await import('./cli.ts')).benchCli,
  logins: async () => (await import('./logins.ts')).benchLogins,
  'idle-streams': async () => (await import('./idle-streams.ts')).benchIdleStreams,
  ledger: async () => (await import('./ledger.ts')).benchLedger,
  faults: async () => (await import('./faults/bench-faults.ts')).benchFaults,
  payments: async () => (await import('./payments.ts')).benchPayments,
  cutout: async () => (await import('./cutout.ts')).benchCutout,
  'cutout-white': async () => (await import('./cutout-white.ts')).benchCutoutWhite,
  'id-photo': async () => (await import('./id-photo.ts')).benchIdPhoto,
  fill: async () => (await import('./fill.ts')).benchFill,
  'fill-doubts': async () => (await import('./fill-doubts.ts')).benchFillDoubts,
  expand: async () => (await import('./expand.ts')).benchExpand,
  'expand-doubts': async () => (await import('./expand-doubts.ts')).benchExpandDoubts,
  'same-mark': async () => (await import('./same-mark.ts')).benchSameMark,
  'find-marks': async () => (await import('./find-marks.ts')).benchFindMarks,
  text: async () => (await import('./text.ts')).benchText,
  enlarge: async () => (await import('./enlarge.ts')).benchEnlarge,
  sharpen: async () => (await import('./sharpen.ts')).benchSharpen,
  deblur: async () => (await import('./deblur.ts')).benchDeblur,
  denoise: async () => (await import('./denoise.ts')).benchDenoise,
  'light-tools': async () => (await import('./light-tools.ts')).benchLightTools,
  scenes: async () => (await import('./scenes.ts')).benchScenes,
  anime: async () => (await import('./anime.ts')).benchAnime,
  video: async () => (await import('./video.ts')).benchVideo,
  tracks: async () => (await import('./tracks.ts')).benchTracks,
  busy: async () => (await import('./busy.ts')).benchBusy,
  'clip-views': async () => (await import('./clip-views.ts')).benchClipViews,
  'clip-sizes': async () => (await import('./clip-sizes.ts')).benchClipSizes,
  links: async () => (await import('./links.ts')).benchLinks,
  speech: async () => (await import('./speech.ts')).benchSpeech,
  'ground-marks': async () => (await import('./ground-marks.ts')).benchGroundMarks,
  'video-marks': async () => (await import('./video-marks.ts')).benchVideoMarks,
  captcha: async () => (await import('./captcha.ts')).benchCaptcha,
  chat: async () => (await import('./chat.ts')).benchChat,
  memory: async () => (await import('./memory.ts')).benchMemory,
  page: async () => (await import('./page.ts')).benchPage,
  editor: async () => (await import('./editor.ts')).benchEditor,
  illustrator: async () => (await import('./illustrator.ts')).benchIllustrator,
};

const wanted = process.argv.slice(2);
for (const name of wanted) {
  if (!Object.hasOwn(benches, name))
    throw new Error(`There is no bench ${name}; there are ${Object.keys(benches).join(', ')}`);
}

const found = new Map<string, Found>();
for (const [name, load] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`${name} …`);
  const bench = await load();
  const [before] = loadavg();
  const lines = await bench();
  const [after] = loadavg();
  console.log(renderTable(lines));
  found.set(name, { lines, loads: [before!, after!] });
  renewFigures(Object.keys(benches), found);
}
process.exit([...found.values()].flatMap(({ lines }) => lines).every(line => line.isMet) ? 0 : 1);
