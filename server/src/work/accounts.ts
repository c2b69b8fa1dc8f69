// The user ids that children run as. Each child has its own, so that children cannot touch each other; and servers of one machine have
// different ones, because a limit of processes and the right to send signals belong to a user id, whichever server started the process.
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import type { Account } from './scratch.ts';

/** No package uses these ids. A container whose ids are mapped has them as well. */
const firstId = 62_000;
const idsPerBlock = 100;
const blockCount = 30;

export interface ChildAccounts {
  /** Whether no other server of this machine takes the same ids. */
  readonly isClaimed: boolean;
  /** A user id that no other child of this server has, until it is given back. */
  readonly take: () => Account;
  readonly giveBack: (account: Account) => void;
  /** Lets another server have the ids. */
  readonly close: () => void;
}

/**
 * Claims a block by listening on its name: the kernel lets one process at a time do that, and frees the name when the process ends, however
 * it ends. Abstract names (Linux) need no file that a crash could leave behind. Undefined when another process has it.
 */
function claim(name: string): Promise<Server | undefined> {
  const server = createServer(connection => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(`\0${name}`, () => resolve(server.unref()));
  });
}

/** Begins at a random block: containers of one machine do not see each other's names, and still rarely meet. */
async function claimAny(names: string): Promise<{ block: number; server: Server | undefined }> {
  const start = randomInt(blockCount);
  if (process.platform === 'linux')
    for (let tried = 0; tried < blockCount; tried += 1) {
      const block = (start + tried) % blockCount;
      const server = await claim(`${names}-${block}`);
      if (server) return { block, server };
    }
  return { block: start, server: undefined };
}

/** `names` tells the blocks of a test from those of the servers on its machine. */
export async function claimAccounts(names = 'pixwright-accounts'): Promise<ChildAccounts> {
  const { block, server } = await claimAny(names);
  const taken = new Set<number>();
  return {
    isClaimed: server !== undefined,
    take() {
      let id = firstId + block * idsPerBlock;
      while (taken.has(id)) id += 1;
      if (id >= firstId + (block + 1) * idsPerBlock) throw new Error(`more than ${idsPerBlock} children run at once`);
      taken.add(id);
      return { uid: id, gid: id };
    },
    giveBack: ({ uid }) => void taken.delete(uid),
    close: () => void server?.close(),
  };
}
