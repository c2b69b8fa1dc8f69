// The second step of a password reset: the new password, entered twice.

import { judgePassword, judgeRepeat } from 'contract/account-rules.ts';
import { resetPassword } from 'contract/routes/accounts.ts';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { PasswordField } from '../account-forms/password-field.tsx';
import { sendSealed } from '../account-forms/seal-password.ts';
import { TickBox } from '../account-forms/tick-box.tsx';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { endLogin, isLoggedIn } from '../session.ts';
import { settings } from '../settings.ts';
import { accountPageWords } from './account-page-words.ts';
import type { Proof } from './proof.ts';

interface ResetFormProps {
  proof: Proof;
  /** Called when the proof is no longer valid. */
  onTooLate: () => void;
}

export function ResetForm({ proof, onTooLate }: ResetFormProps) {
  const words = useWords(accountPageWords);
  const navigate = useNavigate();
  const form = useForm({
    initial: { password: '', repeat: '', unbindWechat: false as boolean },
    rules: {
      password: values => judgePassword(values.password),
      repeat: values => judgeRepeat(values.password, values.repeat),
    },
    onSubmit: async ({ password, unbindWechat }) => {
      try {
        await sendSealed(async seal =>
          call(resetPassword, { body: { ...proof, password: await seal(password), unbindWechat }, handleErrors: true }),
        );
      } catch (error) {
        if (!(error instanceof CallError && error.error === 'LOGIN_KEY_EXPIRED')) throw error;
        onTooLate();
        return;
      }
      // The new password ends every login of the account, including this one.
      if (isLoggedIn()) endLogin();
      showToast(words.changed, 'success');
      navigate('/login', { replace: true });
    },
  });
  return (
    <form ref={form.formRef} onSubmit={form.submit} noValidate className="grid gap-4">
      {/* Tells password managers which account this is. */}
      <input type="hidden" name="username" autoComplete="username" value={proof.mobile} />
      <PasswordField isNew label={words.newPassword} hint={words.passwordRule} {...form.field('password')} />
      <PasswordField isNew name="repeat" label={words.repeat} {...form.field('repeat')} />
      {settings.wechatLogin && (
        <TickBox
          name="unbindWechat"
          label={words.alsoUnbind}
          value={form.values.unbindWechat}
          onChange={value => form.change('unbindWechat', value)}
        />
      )}
      <FormFailure text={form.failure} />
      <Button type="submit" size="lg" isWide isBusy={form.isBusy}>
        {words.change}
      </Button>
    </form>
  );
}
