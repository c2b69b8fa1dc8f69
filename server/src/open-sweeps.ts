// Assembles what the sweep deletes beside tasks and files: rows with their own expiry to which no other row refers.
import {
  deleteExpiredCodes,
  deleteExpiredKeys,
  deleteExpiredLogins,
  deleteOldKnown,
} from './accounts/sweep-queries.ts';
import { deleteExpiredSessions } from './admin/sweep-queries.ts';
import { deleteOldKeys } from './api-keys/api-keys.ts';
import { deleteExpiredCaptchas } from './captcha/sweep-queries.ts';
import { deleteOverAllowances } from './limits/allowance-queries.ts';
import { deleteOldTrials } from './points/sweep-queries.ts';
import type { RowSweep } from './retention/sweep.ts';
import { deleteOldDeliveries } from './webhooks/webhooks.ts';
import { deleteExpiredWaits } from './wechat/sweep-queries.ts';

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
