// Assembles what the sweep deletes beside tasks and files: rows with their own expiry to which no other row refers.
import { deleteExpiredCodes } from './accounts/code-store.ts';
import { deleteExpiredKeys } from './accounts/key-store.ts';
import { deleteOldKnown } from './accounts/known-store.ts';
import { deleteExpiredLogins } from './accounts/login-store.ts';
import { deleteExpiredSessions } from './admin/store.ts';
import { deleteOldKeys } from './api-keys/api-keys.ts';
import { deleteExpiredCaptchas } from './captcha/store.ts';
import { deleteOverAllowances } from './limits/allowance-queries.ts';
import { deleteOldTrials } from './points/trial-store.ts';
import type { RowSweep } from './retention/sweep.ts';
import { deleteOldDeliveries } from './webhooks/webhooks.ts';
import { deleteExpiredWaits } from './wechat/store.ts';

export const rowSweeps: readonly RowSweep[] = [
  deleteExpiredSessions,
  deleteExpiredLogins,
  deleteOldKnown,
  deleteExpiredCodes,
  deleteExpiredKeys,
  deleteOldKeys,
  deleteOldDeliveries,
  deleteExpiredCaptchas,
  deleteExpiredWaits,
  deleteOverAllowances,
  deleteOldTrials,
];
