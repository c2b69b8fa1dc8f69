// Network namespaces of this machine: bridges, namespaces with a leg on some of them, and how a program is started in one. Linux with iproute2, as
// root; one run at a time.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What this makes begins with it, and `removeAll` removes whatever does. Names of devices have at most 15 characters. */
const prefix = 'pixt-';
const settings = '/etc/netns';

export interface Leg {
  readonly bridge: string;
  /** IPv4 addresses with the length of their network, such as 10.213.1.2/24. */
  readonly addresses: readonly string[];
}

interface Link {
  readonly ifname: string;
}

const ip = (...words: string[]): string =>
  execFileSync('ip', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const namesIn = (...words: string[]): string[] =>
  (JSON.parse(ip('-json', ...words) || '[]') as { readonly name: string }[]).map(({ name }) => name);

/** What `ip netns` and `ip link` call a namespace or a bridge that is made here. */
export const nameOf = (name: string): string => `${prefix}${name}`;

/** The device at the bridge's end of the line to a namespace; of its first leg unless told otherwise. */
export const lineTo = (name: string, leg = 0): string => `${nameOf(name)}-${leg}`;

/** A switch. Without an address of its own, such as 10.213.1.1/24, this machine has no part in the network. */
export function createBridge(name: string, address?: string): void {
  ip('link', 'add', nameOf(name), 'type', 'bridge');
  if (address) ip('address', 'add', address, 'dev', nameOf(name));
  ip('link', 'set', nameOf(name), 'up');
}

/** A namespace with a leg on each of these bridges, in which names mean these addresses, and no other network. */
export function createNamespace(
  name: string,
  { legs, hosts = {} }: { readonly legs: readonly Leg[]; readonly hosts?: Readonly<Record<string, string>> },
): void {
  ip('netns', 'add', nameOf(name));
  const inside = ['-netns', nameOf(name)];
  ip(...inside, 'link', 'set', 'lo', 'up');
  for (const [nth, { bridge, addresses }] of legs.entries()) {
    const [outer, inner] = [lineTo(name, nth), `eth${nth}`];
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', nameOf(name));
    ip('link', 'set', outer, 'master', nameOf(bridge), 'up');
    for (const address of addresses) ip(...inside, 'address', 'add', address, 'dev', inner);
    ip(...inside, 'link', 'set', inner, 'up');
  }
  const folder = path.join(settings, nameOf(name));
  mkdirSync(folder, { recursive: true });
  const lines = Object.entries({ localhost: '127.0.0.1', ...hosts }).map(([host, address]) => `${address} ${host}\n`);
  // `ip netns exec` puts these files in the place of those in /etc.
  writeFileSync(path.join(folder, 'hosts'), lines.join(''));
  writeFileSync(path.join(folder, 'resolv.conf'), '');
}

/** The words that start a program in a namespace. */
export const enterNamespace = (name: string, words: readonly string[]): string[] => [
  'ip',
  'netns',
  'exec',
  nameOf(name),
  ...words,
];

function listSettings(): string[] {
  try {
    return readdirSync(settings);
  } catch {
    return []; // Nothing on this machine has any.
  }
}

/** Processes in a namespace; none if it is not there. */
const processesIn = (name: string): number[] => ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number);

function killAllIn(name: string): void {
  for (const pid of processesIn(name)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

const listLinks = (type: string): string[] =>
  (JSON.parse(ip('-json', 'link', 'show', 'type', type) || '[]') as Link[]).flatMap(({ ifname }) =>
    ifname?.startsWith(prefix) ? [ifname] : [],
  );

/** Kills what runs in the namespaces made here, also by a process that was itself killed, and removes all that was made. */
export function removeAll(): void {
  const names = namesIn('netns', 'list').filter(name => name.startsWith(prefix));
  for (const name of names) killAllIn(name);
  // Of a pair the other end goes with it, while a namespace may outlive its name for a moment.
  for (const type of ['veth', 'bridge']) for (const link of listLinks(type)) ip('link', 'delete', link);
  for (const name of names) ip('netns', 'delete', name);
  for (const name of listSettings())
    if (name.startsWith(prefix)) rmSync(path.join(settings, name), { recursive: true, force: true });
}

/** Why namespaces cannot be made here; undefined if they can. */
export function findObstacle(programs: readonly string[]): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are there on Linux alone';
  if (process.getuid?.() !== 0) return 'network namespaces can be made by root alone';
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const isThere = (program: string) => folders.some(folder => existsSync(path.join(folder, program)));
  const missing = programs.filter(program => !isThere(program));
  if (missing.length > 0) return `${missing.join(' and ')} must be installed`;
  // A container's root may lack the right.
  const probe = nameOf('probe');
  const made = spawnSync('ip', ['netns', 'add', probe], { encoding: 'utf8' });
  if (made.status !== 0) return `ip netns: ${made.error?.message ?? made.stderr.trim()}`;
  ip('netns', 'delete', probe);
  return undefined;
}
