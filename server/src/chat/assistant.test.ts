// A failure to index the help pages is over with the next question.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { openHelpIndex } from './help-index.ts';

vi.mock(import('./help-index.ts'), async original => {
  const real = await original();
  return { ...real, openHelpIndex: vi.fn(real.openHelpIndex) };
});

let server: TestServer;
beforeAll(async () => {
  // A server prepares the index when it begins to listen.
  vi.mocked(openHelpIndex).mockRejectedValueOnce(new Error('no memory'));
  server = await startTestServer({ works: false, readsHelpAhead: true });
});
afterAll(() => server.stop());

test('after the index could not be built, the next question builds it, once', async () => {
  await expect.poll(() => vi.mocked(openHelpIndex).mock.settledResults.map(({ type }) => type)).toEqual(['rejected']);
  for (let again = 0; again < 2; again++) {
    const answer = await fetch(`${server.url}/chat-process`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', lang: 'en', clientUid: 'visitor-of-index' },
      body: JSON.stringify({ prompt: 'compress a photo to 200 KB' }),
    });
    expect(await answer.text()).toContain('/editor/compress?targetKb=200');
  }
  expect(openHelpIndex).toHaveBeenCalledTimes(2);
});
