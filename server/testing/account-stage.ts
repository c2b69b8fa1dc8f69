// What most tests of accounts stand on: a server with a clock of its own, and before each test somebody new who is logged in.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type LoggedIn, logInAs } from './accounts.ts';
import { createClient, type TestClient } from './client.ts';
import type { makeClock } from './clock.ts';
import { startTestServer, type TestServer } from './server.ts';

interface Stage {
  readonly server: TestServer;
  /** Of nobody. */
  readonly client: TestClient;
  readonly mobile: string;
  readonly somebody: LoggedIn;
  /** A number that nobody has. */
  readonly newMobile: () => string;
}

/** `take` is handed the stage before each test; hours pass in between, so that no test meets the limits that another one used up. */
export function setStage(clock: ReturnType<typeof makeClock>, firstMobile: number, take: (stage: Stage) => void): void {
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
    take({ server, client: createClient(server.url), mobile, somebody: await logInAs(server, mobile), newMobile });
  });
}
