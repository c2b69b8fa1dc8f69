// `npm run bench [names]`: runs all benches, or the named ones, and writes their results to their sections of docs/bench.md.
import { loadavg } from 'node:os';
import { benchAnime } from './anime.ts';
import { benchBatch } from './batch.ts';
import { benchCaptcha } from './captcha.ts';
import { benchChat } from './chat.ts';
import { benchClipViews } from './clip-views.ts';
import { benchCutout } from './cutout.ts';
import { benchEditor } from './editor.ts';
import { benchEnlarge } from './enlarge.ts';
import { benchExpand } from './expand.ts';
import { type Found, renewFigures } from './figures.ts';
import { benchFill } from './fill.ts';
import { benchFindMarks } from './find-marks.ts';
import { benchHostile } from './hostile.ts';
import { benchHostileMedia } from './hostile-media.ts';
import { benchIdPhoto } from './id-photo.ts';
import { benchIllustrator } from './illustrator.ts';
import { benchLedger } from './ledger.ts';
import { benchLightTools } from './light-tools.ts';
import { benchLinks } from './links.ts';
import { benchLogins } from './logins.ts';
import { benchMalformed } from './malformed.ts';
import { benchMemory } from './memory.ts';
import { benchPage } from './page.ts';
import { benchPayments } from './payments.ts';
import { type Bench, renderTable } from './report.ts';
import { benchResponsiveness } from './responsiveness.ts';
import { benchSameMark } from './same-mark.ts';
import { benchScenes } from './scenes.ts';
import { benchSharpen } from './sharpen.ts';
import { benchSpeech } from './speech.ts';
import { benchText } from './text.ts';
import { benchThroughput } from './throughput.ts';
import { benchTiny } from './tiny.ts';
import { benchVideo } from './video.ts';
import { benchVideoMarks } from './video-marks.ts';

const benches: Readonly<Record<string, Bench>> = {
  throughput: benchThroughput,
  tiny: benchTiny,
  responsiveness: benchResponsiveness,
  batch: benchBatch,
  malformed: benchMalformed,
  hostile: benchHostile,
  'hostile-media': benchHostileMedia,
  logins: benchLogins,
  ledger: benchLedger,
  payments: benchPayments,
  cutout: benchCutout,
  'id-photo': benchIdPhoto,
  fill: benchFill,
  expand: benchExpand,
  'same-mark': benchSameMark,
  'find-marks': benchFindMarks,
  text: benchText,
  enlarge: benchEnlarge,
  sharpen: benchSharpen,
  'light-tools': benchLightTools,
  scenes: benchScenes,
  anime: benchAnime,
  video: benchVideo,
  'clip-views': benchClipViews,
  links: benchLinks,
  speech: benchSpeech,
  'video-marks': benchVideoMarks,
  captcha: benchCaptcha,
  chat: benchChat,
  memory: benchMemory,
  page: benchPage,
  editor: benchEditor,
  illustrator: benchIllustrator,
};

const wanted = process.argv.slice(2);
for (const name of wanted) {
  if (!Object.hasOwn(benches, name))
    throw new Error(`There is no bench ${name}; there are ${Object.keys(benches).join(', ')}`);
}

const found = new Map<string, Found>();
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`${name} …`);
  const [before] = loadavg();
  const lines = await bench();
  const [after] = loadavg();
  console.log(renderTable(lines));
  found.set(name, { lines, loads: [before!, after!] });
  renewFigures(Object.keys(benches), found);
}
process.exit([...found.values()].flatMap(({ lines }) => lines).every(line => line.isMet) ? 0 : 1);
