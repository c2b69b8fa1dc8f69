// Malformed pictures through every picture tool: each ends with a result that can be opened or a refusal with a reason, and nothing
// crashes.
import { randomUUID } from 'node:crypto';
import type { Task } from 'contract/task.ts';
import type { ToolCall, ToolContract } from 'contract/tool.ts';
import { sharp } from 'engines/sharp.ts';
import { tools } from 'tools/index.ts';
import { gatherMalformed, type OddPicture } from './malformed-pictures.ts';
import { runSideBySide } from './numbers.ts';
import { familyMegabytes } from './processes.ts';
import { type Client, createClient, startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';

const maxMegabytes = 6144;
/** Every n-th picture is given to the tools with a network, because a network takes seconds per picture. */
const everyForModels = 5;
const atOnce = 3;
/** Statuses that clearly refuse a picture. 400 is not among them, because an invalid body would be the bench's own mistake. */
const clearStatuses = [413, 415, 422];
const patienceMs = 180_000;

/** The required options of a call, apart from the picture. */
const neededOptions: Readonly<Record<string, Record<string, unknown>>> = {
  'image-converter': { format: 'webp' },
  'inpaint-image': { coordinates: [{ x: 0, y: 0, w: 6, h: 4 }] },
  'mark-image': { markType: 'text', markContent: 'Mark 水印' },
  certified: { spec: 'cn-1-inch' },
};

interface Ending {
  readonly name: string;
  readonly said: string;
  readonly isClear: boolean;
}

/** Polls until the task has ended. */
async function waitForEnd(url: string, client: Client, task: Task): Promise<Task> {
  const until = performance.now() + patienceMs;
  let latest = task;
  while (['queued', 'running'].includes(latest.status) && performance.now() < until) {
    await new Promise(resolve => setTimeout(resolve, 300));
    const reply = await fetch(`${url}/web/task/${task.taskId}`, { headers: client.headers });
    latest = ((await reply.json()) as { data: Task }).data;
  }
  return latest;
}

async function judge(reply: Response, url: string, client: Client): Promise<Pick<Ending, 'said' | 'isClear'>> {
  const body = (await reply.json()) as { error?: string; data: Task | null };
  if (!body.data) return { said: `${reply.status} ${body.error}`, isClear: clearStatuses.includes(reply.status) };
  const task = await waitForEnd(url, client, body.data);
  if (task.error) return { said: task.error.error, isClear: task.error.error !== 'UNEXPECTED' };
  const file = task.result?.files[0];
  if (task.status !== 'done' || !file) return { said: `ended as ${task.status}`, isClear: false };
  const bytes = Buffer.from(await (await fetch(file.url ?? '')).arrayBuffer());
  const isPicture = /^image\/(jpeg|png|webp|gif|avif)$/.test(file.contentType);
  if (!isPicture) return { said: 'done', isClear: bytes.length === file.size };
  const { width = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return { said: 'done', isClear: width > 0 };
}

async function tryOne(
  url: string,
  client: Client,
  tool: ToolContract,
  call: ToolCall,
  picture: OddPicture,
): Promise<Ending> {
  const { name } = picture;
  try {
    const rule = call.inputs[0]!;
    const uploaded = await client.upload(picture.bytes, name);
    const reply = await fetch(url + call.path, {
      method: 'POST',
      headers: { ...client.headers, 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({ [rule.field]: rule.many ? [uploaded] : uploaded, wait: 15, ...neededOptions[tool.name] }),
    });
    return { name, ...(await judge(reply, url, client)) };
  } catch (error) {
    // An empty file is refused when its upload is signed; any other failure here counts as unclear.
    return { name, said: String(error), isClear: picture.bytes.length === 0 && String(error).includes('400') };
  }
}

export const benchMalformed: Bench = async () => {
  const pictures = await gatherMalformed();
  const product = await startProduct({ LOG_LEVEL: 'fatal' });
  const client = createClient(product.url);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, familyMegabytes(product.pid));
  }, 200);
  const lines: Line[] = [];
  try {
    for (const tool of tools.filter(({ calls }) => calls.length > 0)) {
      const call = tool.calls[0]!;
      const own = call.lane === 'model' ? pictures.filter((_, index) => index % everyForModels === 0) : pictures;
      peak = 0;
      const endings: Ending[] = [];
      await runSideBySide(own, atOnce, async picture => {
        endings.push(await tryOne(product.url, client, tool, call, picture));
      });
      const unclear = endings.filter(({ isClear }) => !isClear);
      for (const { name, said } of unclear) console.log(`  ${tool.name}: ${name}: ${said}`);
      const done = endings.filter(({ said }) => said === 'done').length;
      const isAlive = (await fetch(`${product.url}/readyz`)).ok;
      lines.push({
        what: `${own.length} mixed malformed pictures through ${tool.name}`,
        ours: `${done} results, ${endings.length - done - unclear.length} clear refusals, ${unclear.length} else; peak ${Math.round(peak)} MB`,
        rival: '–',
        aim: '0 else, server alive, ≤ 6 GB',
        isMet: unclear.length === 0 && isAlive && peak <= maxMegabytes,
      });
    }
    return lines;
  } finally {
    clearInterval(watch);
    await product.stop();
  }
};
