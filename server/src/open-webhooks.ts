// Assembles webhooks: the accounts that have them, and the tasks of which they tell.
import { holdAccount, isActive } from './accounts/hold-queries.ts';
import type { Parts } from './parts.ts';
import { presentEnd } from './tasks/ends.ts';
import type { Presenter } from './tasks/present.ts';
import type { SendNeeds } from './webhooks/send.ts';
import { startSending } from './webhooks/sender.ts';
import type { WebhookService } from './webhooks/webhooks.ts';
import { openCensus } from './work/registry.ts';

export const openPresenter = (parts: Parts): Presenter => ({
  database: parts.database,
  objects: parts.objects,
  secret: parts.secret,
  census: openCensus(parts),
  now: parts.now,
  config: parts.config,
});

export const openWebhooks = (parts: Parts): WebhookService => ({ parts, holdAccount });

/** Sends until it is stopped. */
export function startWebhooks(
  parts: Parts,
  options: Pick<SendNeeds, 'resolve' | 'timeoutMs'> = {},
): () => Promise<void> {
  const presenter = openPresenter(parts);
  return startSending({
    ...options,
    parts,
    notices: parts.notices,
    presentEnd: (end, baseUrl) => presentEnd(presenter, end, baseUrl),
    isActive: accountId => isActive(parts.database, accountId),
  });
}
