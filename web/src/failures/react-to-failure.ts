// Shows a failed call to the user: as a toast, as a dialog, or as the end of the login, which is shown only once.

import { announce } from '../events.ts';
import { currentLanguage } from '../language-store.ts';
import { showDialog, showToast } from '../notices.ts';
import { endLogin } from '../session.ts';
import { offerPayment } from '../shopping.ts';
import { errorWords } from '../words/errors.ts';
import type { CallError } from './call-error.ts';
import { judgeFailure, type ReplyBody } from './error-rules.ts';

let isLoginEndShown = false;

/** Returns the required coins from the details of a payment error. */
const coinsOf = (details: unknown): number | null => {
  const needed = (details as { needed?: unknown } | null)?.needed;
  return typeof needed === 'number' ? needed : null;
};

/** With `isQuiet`, only the end of the login is handled, and the caller shows everything else. */
export function reactToFailure(error: CallError, body: ReplyBody, isQuiet = false): void {
  const language = currentLanguage();
  const words = errorWords[language];
  const reaction = judgeFailure(error.status, body, language);
  if (reaction.kind === 'login-expired') {
    // Many calls may fail at once, but one dialog is enough.
    if (isLoginEndShown) return;
    isLoginEndShown = true;
    endLogin();
    showDialog({
      title: words.loginExpired,
      text: '',
      onClose: () => {
        isLoginEndShown = false;
        announce('login:open');
      },
    });
  } else if (reaction.kind === 'account-gone') {
    // Of many calls that fail at once, one opens the dialog.
    if (!endLogin()) return;
    showToast(reaction.text, 'error');
    announce('login:open');
  } else if (!isQuiet) {
    if (error.status === 402 && reaction.kind === 'toast')
      offerPayment({ coins: coinsOf(error.details), reason: reaction.text });
    else if (reaction.kind === 'toast') showToast(reaction.text, 'error');
    else showDialog({ title: words.notFound, text: words.notFoundNext });
  }
}
