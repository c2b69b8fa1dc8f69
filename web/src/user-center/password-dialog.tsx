// Changes the password or sets the first one, and offers to end logins and to unbind WeChat.
import { judgeKnownPassword, judgePassword, judgeRepeat } from 'contract/account-rules.ts';
import { changePassword, type User } from 'contract/routes/accounts.ts';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { PasswordField } from '../account-forms/password-field.tsx';
import { blankProof, ProofFields, useProof } from '../account-forms/proof-fields.tsx';
import { sendSealed } from '../account-forms/seal-password.ts';
import { TickBox } from '../account-forms/tick-box.tsx';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { loadUser } from '../load-user.ts';
import { showToast } from '../notices.ts';
import { Link } from '../router/link.tsx';
import { endLogin } from '../session.ts';
import { settingWords } from './setting-words.ts';

export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useWords(settingWords);
  const { hasPassword } = user;
  const navigate = useNavigate();
  const proof = useProof(user);
  const form = useForm({
    initial: { oldPassword: '', newPassword: '', repeat: '', endLogins: true, unbindWechat: false, ...blankProof },
    rules: {
      oldPassword: ({ oldPassword }) => (hasPassword ? judgeKnownPassword(oldPassword) : undefined),
      newPassword: ({ newPassword }) => judgePassword(newPassword),
      repeat: ({ newPassword, repeat }) => judgeRepeat(newPassword, repeat),
      ...(hasPassword ? {} : proof.rules),
    },
    onSubmit: async values => {
      const { oldPassword, newPassword, endLogins, unbindWechat } = values;
      await sendSealed(async seal => {
        const body = {
          ...(hasPassword ? { oldPassword: await seal(oldPassword) } : { proof: await proof.read(values, seal) }),
          newPassword: await seal(newPassword),
          endLogins,
          unbindWechat,
        };
        return call(changePassword, { body, handleErrors: true });
      });
      const isLoggedOut = hasPassword && endLogins;
      showToast(isLoggedOut ? words.passwordChanged : words.passwordNowSet, 'success');
      onClose();
      if (!isLoggedOut) return loadUser();
      // The new password ended every login of the account, including this one.
      endLogin();
      navigate('/login');
    },
  });
  const box = (name: 'endLogins' | 'unbindWechat') => ({
    value: form.values[name],
    onChange: (value: boolean) => form.change(name, value),
  });
  return (
    <Dialog
      isOpen
      title={hasPassword ? words.changePassword : words.setPassword}
      closeLabel={words.close}
      onClose={onClose}
    >
      <form ref={form.formRef} noValidate onSubmit={event => void form.submit(event)} className="grid gap-4">
        {/* Tells password managers which account this is. */}
        <input type="text" autoComplete="username" value={user.username ?? user.mobile ?? ''} readOnly hidden />
        {hasPassword ? (
          <PasswordField label={words.oldPassword} name="oldPassword" {...form.field('oldPassword')} />
        ) : (
          <ProofFields user={user} proof={proof} field={form.field} />
        )}
        <PasswordField
          label={words.newPassword}
          name="newPassword"
          hint={words.passwordHint}
          isNew
          {...form.field('newPassword')}
        />
        <PasswordField label={words.repeatPassword} name="repeat" isNew {...form.field('repeat')} />
        <TickBox name="endLogins" label={hasPassword ? words.endLogins : words.endOtherLogins} {...box('endLogins')} />
        {user.isWechatBound && <TickBox name="unbindWechat" label={words.alsoUnbind} {...box('unbindWechat')} />}
        <FormFailure text={form.failure} />
        <Button type="submit" isWide isBusy={form.isBusy}>
          {words.save}
        </Button>
        {hasPassword && (
          <Link to="/account/resetPassword" className="text-center text-sm text-accent-ink hover:underline">
            {words.forgot}
          </Link>
        )}
      </form>
    </Dialog>
  );
}
