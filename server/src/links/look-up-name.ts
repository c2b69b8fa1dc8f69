// Looks up the names in visitors' links by asking the DNS servers directly. `lookup` holds one of the process's few threads for as long as
// a name's servers are silent, so a minute of such links would stall every other lookup: storage, payments, new database connections.
import { lookup, Resolver } from 'node:dns/promises';
import { createTurns } from '../adapters/in-turn.ts';

interface LookUp {
  /** The private ranges that links may point to. */
  readonly allow: readonly string[];
  readonly signal: AbortSignal;
}

const patience = { timeout: 2000, maxTimeout: 2000, tries: 2 };
/** Lookups by the system run one at a time, so that they never hold more than one thread. */
const maxWaiting = 20;
const inTurn = createTurns(maxWaiting);

/** Looks up a name by the system, with its hosts file and search domains. */
const askSystem = (hostname: string, signal: AbortSignal): Promise<string[]> =>
  inTurn('system', async () => {
    signal.throwIfAborted();
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  });

/** Neither a DNS server nor the system knows the name: the fault is this machine's connection, whatever the system calls it. */
function explainOffline(cause: unknown): never {
  throw Object.assign(new Error('no DNS server can be reached', { cause }), { code: 'EAI_AGAIN' });
}

/** All addresses of a name, IPv4 first. Throws if it has none. */
export async function lookUpName(hostname: string, { allow, signal }: LookUp): Promise<string[]> {
  signal.throwIfAborted();
  // One for each name: a shared one would count the silence of a name's servers against ours, and would not notice changed settings.
  const resolver = new Resolver(patience);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  signal.removeEventListener('abort', cancel);
  signal.throwIfAborted();
  const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const reasons = answers.flatMap(answer =>
    answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : [],
  );
  const isSilent = reasons.some(({ code }) => code === 'ETIMEOUT');
  const hasNoServer = reasons.every(({ code }) => code === 'ECONNREFUSED');
  // Private names may be known only to this machine. Without a DNS server the system may have another source.
  if (!isSilent && hasNoServer) return askSystem(hostname, signal).catch(explainOffline);
  if (!isSilent && allow.length > 0) return askSystem(hostname, signal);
  throw reasons[0] ?? new Error(`${hostname} has no address`);
}
