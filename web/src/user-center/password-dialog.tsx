// Changes the password, or sets the first one.
import { judgeKnownPassword, judgePassword, judgeRepeat } from 'contract/account-rules.ts';
import { changePassword, type User } from 'contract/routes/accounts.ts';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { Dialog } from 'ui/dialog.tsx';
import { useWords } from 'ui/language.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { PasswordField } from '../account-forms/password-field.tsx';
import { sealPassword } from '../account-forms/seal-password.ts';
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
  const form = useForm({
    initial: { oldPassword: '', newPassword: '', repeat: '' },
    rules: {
      oldPassword: ({ oldPassword }) => (hasPassword ? judgeKnownPassword(oldPassword) : undefined),
      newPassword: ({ newPassword }) => judgePassword(newPassword),
      repeat: ({ newPassword, repeat }) => judgeRepeat(newPassword, repeat),
    },
    onSubmit: async ({ oldPassword, newPassword }) => {
      const body = {
        ...(hasPassword ? { oldPassword: await sealPassword(oldPassword) } : {}),
        newPassword: await sealPassword(newPassword),
      };
      await call(changePassword, { body, handleErrors: true });
      showToast(hasPassword ? words.passwordChanged : words.passwordNowSet, 'success');
      onClose();
      if (!hasPassword) return loadUser();
      // The new password ended every login of the account, this one too.
      endLogin();
      navigate('/login');
    },
  });
  return (
    <Dialog
      isOpen
      title={hasPassword ? words.changePassword : words.setPassword}
      closeLabel={words.close}
      onClose={onClose}
    >
      <form ref={form.formRef} noValidate onSubmit={event => void form.submit(event)} className="grid gap-4">
        {/* Tells whoever remembers passwords which account this is. */}
        <input type="text" autoComplete="username" value={user.username ?? user.mobile ?? ''} readOnly hidden />
        {hasPassword && <PasswordField label={words.oldPassword} name="oldPassword" {...form.field('oldPassword')} />}
        <PasswordField
          label={words.newPassword}
          name="newPassword"
          hint={words.passwordHint}
          isNew
          {...form.field('newPassword')}
        />
        <PasswordField label={words.repeatPassword} name="repeat" isNew {...form.field('repeat')} />
        {hasPassword && <p className="text-sm text-soft">{words.everyoneEnded}</p>}
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
