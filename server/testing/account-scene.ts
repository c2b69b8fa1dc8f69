// The scene of most account tests: a server with a clock of its own, and a new person who is logged in before each test.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type LoggedIn, logInAs } from './accounts.ts';
import { createClient, type TestClient } from './client.ts';
import type { makeClock } from './clock.ts';
import { startTestServer, type TestServer } from './server.ts';

interface Scene {
  readonly server: TestServer;
  /** Not logged in. */
  readonly client: TestClient;
  readonly mobile: string;
  readonly member: LoggedIn;
  /** A number without an account. */
  readonly newMobile: () => string;
}

/** `take` receives the scene before each test; hours pass between tests, so that none meets the limits used up by another. */
export function setScene(clock: ReturnType<typeof makeClock>, firstMobile: number, take: (scene: Scene) => void): void {
  let server: TestServer;
  let lastMobile = firstMobile;
  const newMobile = () => String(++lastMobile);
  beforeAll(async () => {
    server = await startTestServer({ works: false, now: clock.now });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    clock.turnSeconds(7200);
    const mobile = newMobile();
    take({ server, client: createClient(server.url), mobile, member: await logInAs(server, mobile), newMobile });
  });
}
