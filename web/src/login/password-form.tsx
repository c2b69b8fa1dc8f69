// The form for a username or phone number and a password.
import { judgeAccountName, judgeKnownPassword } from 'contract/account-rules.ts';
import { userLogin } from 'contract/routes/accounts.ts';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { useWords } from 'ui/language.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { PasswordField } from '../account-forms/password-field.tsx';
import { sendSealed } from '../account-forms/seal-password.ts';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { logIn } from '../session.ts';
import { attributionFields } from '../start/attribution.ts';
import { loginWords } from './words.ts';

export function PasswordForm() {
  const words = useWords(loginWords);
  const form = useForm({
    initial: { username: '', password: '' },
    rules: {
      username: values => judgeAccountName(values.username),
      password: values => judgeKnownPassword(values.password),
    },
    onSubmit: async ({ username, password }) => {
      const login = await sendSealed(async seal =>
        call(userLogin, {
          body: { username: username.trim(), password: await seal(password), type: 2, ...attributionFields() },
          handleErrors: true,
        }),
      );
      logIn(login);
    },
  });
  return (
    <form ref={form.formRef} onSubmit={form.submit} noValidate className="grid gap-4">
      <TextField
        label={words.account}
        placeholder={words.accountPlaceholder}
        name="username"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
        required
        className="placeholder:text-sm"
        {...form.field('username')}
      />
      <PasswordField {...form.field('password')} />
      <FormFailure text={form.failure} />
      <Button type="submit" size="lg" isWide isBusy={form.isBusy}>
        {words.logIn}
      </Button>
    </form>
  );
}
