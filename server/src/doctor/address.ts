// Looks at how people reach this server: its public address, the proxies in front, and what they can do there that they should not.
import type { Config } from '../config.ts';
import { isLoopbackHost } from '../config-providers.ts';
import { isSandboxOn, playsPayments } from '../sandbox/sandbox.ts';
import { asFindings, type Finding, hint, ok, warning } from './finding.ts';
import type { RunningServer } from './place.ts';
import { remarkOnSeller, remarksOnProviders } from './remarks.ts';

const patienceMs = 8000;

/** Whether a public address leads to the server that runs here. */
async function askPublicly(publicUrl: string, running: RunningServer | undefined): Promise<Finding> {
  if (!running) return ok('PUBLIC_URL', `${publicUrl}, which was not asked, since no server runs here.`);
  try {
    const reply = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
    if (reply.status === 200 && (await reply.text()).includes('"ok"')) return ok('PUBLIC_URL', `${publicUrl} answers.`);
    return warning(
      'PUBLIC_URL',
      `${publicUrl}/healthz answers ${reply.status} instead of 200.`,
      'Have the proxy pass every path on unchanged, or correct PUBLIC_URL.',
    );
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    return warning(
      'PUBLIC_URL',
      `${publicUrl} does not answer from here (${code ?? message}).`,
      'Correct its name, its certificate or the proxy, unless this machine alone cannot reach it.',
    );
  }
}

async function lookAtPublicUrl(config: Config, running: RunningServer | undefined): Promise<Finding[]> {
  const { publicUrl, host, trustedProxies } = config;
  if (publicUrl === null) {
    if (isLoopbackHost(host) && trustedProxies === 0)
      return [ok('PUBLIC_URL', 'only this machine reaches the server.')];
    return [
      warning(
        'PUBLIC_URL',
        'unset on a server that others reach: links take the name that each request claims.',
        'Set PUBLIC_URL=https://<your name>.',
      ),
    ];
  }
  const url = new URL(publicUrl);
  const isBare = url.protocol === 'http:' && !isLoopbackHost(url.hostname);
  return [
    await askPublicly(publicUrl, running),
    ...(isBare
      ? [
          warning(
            'PUBLIC_URL',
            'it is http: what people upload and their tokens can be read and changed on the way.',
            `Put a proxy with TLS in front (docs/hosting.md), and set PUBLIC_URL=https://${url.hostname}.`,
          ),
        ]
      : []),
  ];
}

function lookAtProxies({ publicUrl, trustedProxies, host, metricsToken }: Config): Finding[] {
  const findings: Finding[] = [];
  // The server itself speaks no TLS.
  if (publicUrl?.startsWith('https:') && trustedProxies === 0)
    findings.push(
      warning(
        'TRUST_PROXY',
        'off, and PUBLIC_URL is https: all visitors share the limits of the address of the proxy.',
        'Set TRUST_PROXY=1, or the number of your proxies.',
      ),
    );
  if (trustedProxies > 0 && !isLoopbackHost(host))
    findings.push(
      hint(
        'HOST',
        `${host} lets machines pass by the proxy, and claim any address.`,
        'Set HOST=127.0.0.1 where the proxy is on this machine, else let a firewall admit the proxy alone.',
      ),
    );
  if (trustedProxies > 0 && metricsToken === null)
    findings.push(
      hint(
        'METRICS_TOKEN',
        'unset behind a proxy: nobody may read /metrics.',
        'Set METRICS_TOKEN to at least 16 characters.',
      ),
    );
  if (findings.length === 0) findings.push(ok('TRUST_PROXY', `${trustedProxies}.`));
  return findings;
}

function lookAtSandbox(config: Config): Finding[] {
  if (!isSandboxOn(config)) return [];
  const played = [
    ...(config.sms.kind === 'sandbox' ? ['SMS'] : []),
    ...(config.wechat.kind === 'sandbox' ? ['WECHAT'] : []),
    ...(playsPayments(config) ? ['PAYMENTS'] : []),
  ];
  const names = played.join(', ');
  if (config.sandboxAudience === 'local') return [ok(names, 'played by the sandbox, for this machine alone.')];
  const set = played.map(name => `${name}=off`).join(' ');
  return [
    warning(
      names,
      'played by the sandbox on a server that others reach: who has its link can log in to any account and pay with nothing.',
      `Set ${set}, or real providers.`,
    ),
  ];
}

/** What people meet at this server. */
export async function lookAtAddress(config: Config, running: RunningServer | undefined): Promise<Finding[]> {
  if (config.role === 'worker') return [ok('ROLE', 'worker: nobody but monitoring calls this server.')];
  const isSelling = config.payments.kind === 'real';
  return [
    ...(await lookAtPublicUrl(config, running)),
    ...lookAtProxies(config),
    ...lookAtSandbox(config),
    ...asFindings(isSelling ? 'warning' : 'hint', 'Seller', remarkOnSeller(config)),
    ...asFindings('hint', 'Providers', remarksOnProviders(config)),
    ...(config.admins.length === 0
      ? [hint('ADMINS', 'no account may open /admin.', 'Set ADMINS to the phone numbers of its operators.')]
      : []),
  ];
}
