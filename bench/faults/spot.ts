// Where a process of the bench runs: on this machine's own network, or in a namespace with an address of its own.

/** Of the account that a process runs as, if it is not this one. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Spot {
  /** The address at which it is reached. */
  readonly host: string;
  /** A name of `ip netns`. */
  readonly namespace?: string;
}

export const here: Spot = { host: '127.0.0.1' };

/** What `spawn` takes to run a command at a spot. Only root enters a namespace, so the account is taken on there. */
export function placeCommand(
  { namespace }: Spot,
  command: readonly string[],
  account?: Account,
): { readonly program: string; readonly args: readonly string[]; readonly account: Account | undefined } {
  const [program = '', ...args] = command;
  if (!namespace) return { program, args, account };
  const as = account ? [`--setuid=${account.uid}`, `--setgid=${account.gid}`] : [];
  const enter = [`--net=/run/netns/${namespace}`, ...as, '--'];
  return { program: 'nsenter', args: [...enter, ...command], account: undefined };
}
