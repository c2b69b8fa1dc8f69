// Who is where: the services of compose.yaml on one network, visitors on another one, and nginx alone on both.
import { createBridge, createNamespace } from './namespaces.ts';

export const site = 'pixwright.test';
const backNetwork = '10.213.2';
const frontNetwork = '10.213.1';
const backHosts = ['nginx', 'api', 'worker-1', 'worker-2', 'postgres', 'store'] as const;
export type Host = (typeof backHosts)[number];
const backAddress = (host: Host): string => `${backNetwork}.${backHosts.indexOf(host) + 2}`;
const frontOfNginx = `${frontNetwork}.2`;
/** Those of two visitors, who are one process with two addresses. */
export const visitors = [`${frontNetwork}.11`, `${frontNetwork}.12`] as const;
/** What visitors must not reach, past nginx. */
export const hidden: readonly (readonly [host: string, port: number])[] = [
  [backAddress('api'), 8080],
  [backAddress('worker-1'), 8080],
  [backAddress('postgres'), 5432],
  [backAddress('store'), 8333],
  [backAddress('nginx'), 443],
  [frontOfNginx, 8080],
  [frontOfNginx, 8333],
];

export function openNetworks(): void {
  for (const bridge of ['back', 'front']) createBridge(bridge);
  const hosts = {
    ...Object.fromEntries(backHosts.map(host => [host, backAddress(host)])),
    [site]: backAddress('nginx'),
  };
  for (const host of backHosts) {
    const back = { bridge: 'back', addresses: [`${backAddress(host)}/24`] };
    const front = { bridge: 'front', addresses: [`${frontOfNginx}/24`] };
    createNamespace(host, { legs: host === 'nginx' ? [back, front] : [back], hosts });
  }
  const addresses = visitors.map(address => `${address}/24`);
  createNamespace('visitor', { legs: [{ bridge: 'front', addresses }], hosts: { [site]: frontOfNginx } });
}
