// `npm run try-topology`: compose.yaml without a container engine. Starts its services as processes in network namespaces, with nginx in front as
// docs/hosting.md configures it, has a visitor do real work through nginx alone, and removes everything again. On Linux, as root.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { hashPassword } from '../server/src/accounts/password-hash.ts';
import { insertPerson } from '../server/testing/row-login.ts';
import { enterNamespace, findObstacle, removeAll } from './topology/namespaces.ts';
import { hidden, site, visitors } from './topology/networks.ts';
import { makeFolder, openPlace, type Place, prepareCheckout, removePlace } from './topology/place.ts';
import type { Question, Visit } from './topology/visit.ts';

const obstacle = findObstacle(['ip', 'nginx', 'openssl', 'setpriv', 'ffmpeg']);
if (obstacle) {
  console.error(`The topology cannot be tried here: ${obstacle}.`);
  process.exit(1);
}

/** Which worker said last that it runs a task. */
function findRunner({ workers }: Place, taskId: string) {
  const lines = workers.flatMap(worker =>
    worker
      .output()
      .split('\n')
      .filter(line => line.includes(taskId) && line.includes('"a task runs"'))
      .map(line => ({ worker, time: Number(JSON.parse(line).time) })),
  );
  return lines.sort((a, b) => b.time - a.time)[0]?.worker;
}

async function answer(place: Place, { taskId, kill }: Question): Promise<string> {
  const worker = findRunner(place, taskId);
  if (kill) await worker?.kill();
  return worker?.name ?? 'no worker';
}

function drawClip(folder: string): string {
  const clip = path.join(folder, 'clip.mp4');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=20'];
  execFileSync('ffmpeg', ['-v', 'error', ...source, '-c:v', 'libx264', '-preset', 'ultrafast', clip]);
  return clip;
}

async function makeAccount({ postgres }: Place) {
  const [username, password] = ['visitor', 'a password of the visitor'];
  const { accountId } = await insertPerson(postgres);
  const values = [accountId, username, hashPassword(password)];
  await postgres.pool.query('update account set username = $2, password_hash = $3 where id = $1', values);
  return { username, password };
}

/** Whether all that the visitor tried succeeded. */
async function sendVisitor(place: Place): Promise<boolean> {
  const told: Visit = {
    site,
    addresses: visitors,
    hidden,
    clip: drawClip(place.folder),
    isOpenByPolicy: place.isOpenByPolicy,
    ...(await makeAccount(place)),
  };
  const script = path.join(import.meta.dirname, 'topology/visit.ts');
  const node = [process.execPath, '--disable-warning=ExperimentalWarning'];
  const [program = '', ...args] = enterNamespace('visitor', [...node, script, JSON.stringify(told)]);
  const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: place.authority };
  const visitor = spawn(program, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  visitor.on('message', async (question: Question) => visitor.send(await answer(place, question)));
  const [status] = await once(visitor, 'exit');
  return status === 0;
}

removeAll();
const folder = makeFolder();
const remove = () => removePlace(folder);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    remove();
    process.exit(1);
  });
let isGood = false;
try {
  prepareCheckout();
  const began = performance.now();
  const place = await openPlace(folder);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`Started in ${seconds} s: ${place.titles.join(', ')}, api, worker-1, worker-2, nginx.`);
  isGood = await sendVisitor(place);
  const statuses = await place.stop();
  console.log(
    `Ended with: ${Object.entries(statuses)
      .map(([name, status]) => `${name} ${status ?? 'killed'}`)
      .join(', ')}.`,
  );
  const errors = place.findErrors();
  for (const line of errors) console.log(`MISS  ${line}`);
  isGood &&= errors.length === 0 && Object.values(statuses).every(status => status === 0 || status === null);
} finally {
  remove();
}
console.log(isGood ? 'The topology works.' : 'The topology does NOT work.');
process.exit(isGood ? 0 : 1);
