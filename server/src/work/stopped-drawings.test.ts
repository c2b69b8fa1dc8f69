// Tasks on drawing servers from the call to the end: the page sees how far the server is, and a server draws nothing for a task that was cancelled or
// a worker that was stopped.
import type { Task } from 'contract/task.ts';
import { sharp } from 'engines/sharp.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { type StandInComfy, startStandInComfy } from '../../testing/stand-in-comfy.ts';
import { type StandInWebui, startStandInWebui } from '../../testing/stand-in-webui.ts';

const slow = { steps: 400, stepMs: 50 };

describe.each(['sdwebui', 'comfyui'] as const)('%s', kind => {
  let standIn: StandInWebui | StandInComfy;
  let server: TestServer;
  beforeAll(async () => {
    standIn = await (kind === 'sdwebui' ? startStandInWebui(slow) : startStandInComfy(slow));
    const environment = { DRAW_API: kind, DRAW_URL: standIn.url, DRAW_MODEL: 'sd.safetensors' };
    server = await startTestServer({ environment, speech: 'pocketsphinx' });
  });
  afterAll(async () => {
    await server.stop();
    await standIn.close();
  });

  const begin = async () => {
    const wish = { prompt: 'a green field', count: 1, width: 256, height: 256, wait: 0 };
    return (await server.client.post<Task>('/web/textToImage', wish)).body.data.taskId;
  };
  const look = async (taskId: string) => (await server.client.get<Task>(`/web/task/${taskId}`)).body.data;
  /** Follows a task until the server's own progress is shown; returns what was seen. */
  const follow = async (taskId: string) => {
    const seen: number[] = [];
    await expect
      .poll(async () => {
        seen.push((await look(taskId)).progress);
        return new Set(seen).size;
      })
      .toBeGreaterThan(4);
    return seen;
  };

  test('progress rises, and a cancelled task is interrupted on the server', async () => {
    const taskId = await begin();
    const seen = await follow(taskId);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
    await server.client.post(`/web/task/${taskId}/cancel`);
    await expect.poll(() => standIn.interrupted.length).toBe(1);
    expect(await look(taskId)).toMatchObject({ status: 'cancelled' });
    expect(standIn.drawn).toEqual([]);
  });

  test('a product before a drawn background shows its progress, and is interrupted too', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect x="140" y="60" width="120" height="280"/></svg>';
    const imageUrl = await server.client.upload(await sharp(Buffer.from(svg)).png().toBuffer(), 'bottle.png');
    const wish = { imageUrl, prompt: 'a green field', width: 256, height: 256, wait: 0 };
    const { taskId } = (await server.client.post<Task>('/web/shopImage', wish)).body.data;
    const seen = await follow(taskId);
    expect(seen.at(-1)).toBeLessThan(50);
    await server.client.post(`/web/task/${taskId}/cancel`);
    await expect.poll(() => standIn.interrupted.length).toBe(2);
  });

  test('a worker that stops interrupts what it asked for before it has stopped', async () => {
    await server.stopWorkers();
    const worker = server.startWorker();
    await follow(await begin());
    const before = standIn.interrupted.length;
    worker.hurry();
    await worker.stop();
    await expect.poll(() => standIn.interrupted.length).toBe(before + 1);
    expect(standIn.drawn).toEqual([]);
  });
});
