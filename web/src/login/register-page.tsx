// The registration page: phone number, captcha, code, password, and the agreement.
import { judgeCode, judgePassword, judgePhone, judgeRepeat, judgeUsername } from 'contract/account-rules.ts';
import { registerUser } from 'contract/routes/accounts.ts';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { useWords } from 'ui/language.tsx';
import { CodeField } from '../account-forms/code-field.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { PasswordField } from '../account-forms/password-field.tsx';
import { PhoneField } from '../account-forms/phone-field.tsx';
import { sendSealed } from '../account-forms/seal-password.ts';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { Link } from '../router/link.tsx';
import { logIn } from '../session.ts';
import { attributionFields } from '../start/attribution.ts';
import { AccountCard } from './account-card.tsx';
import { accountPageWords } from './account-page-words.ts';
import { AgreementBox } from './agreement-box.tsx';
import { SandboxNote } from './sandbox-note.tsx';

type Registration = {
  mobile: string;
  code: string;
  password: string;
  repeat: string;
  username: string;
  agree: boolean;
};

const empty: Registration = { mobile: '', code: '', password: '', repeat: '', username: '', agree: false };

async function register({ mobile, code, password, username, agree }: Registration): Promise<void> {
  const login = await sendSealed(async seal =>
    call(registerUser, {
      body: { mobile, code, password: await seal(password), username: username || null, agree, ...attributionFields() },
      handleErrors: true,
    }),
  );
  logIn(login);
}

export function RegisterPage() {
  const words = useWords(accountPageWords);
  const form = useForm<Registration>({
    initial: empty,
    rules: {
      mobile: values => judgePhone(values.mobile),
      code: values => judgeCode(values.code),
      password: values => judgePassword(values.password),
      repeat: values => judgeRepeat(values.password, values.repeat),
      username: values => (values.username ? judgeUsername(values.username) : undefined),
      agree: values => (values.agree ? undefined : 'AGREEMENT_MISSING'),
    },
    onSubmit: register,
  });
  return (
    <AccountCard
      title={words.registerTitle}
      lead={words.registerLead}
      foot={
        <>
          {words.haveAccount}{' '}
          <Link to="/login" className="font-medium text-accent-ink hover:underline">
            {words.logIn}
          </Link>
        </>
      }
    >
      <form ref={form.formRef} onSubmit={form.submit} noValidate className="grid gap-4">
        <PhoneField {...form.field('mobile')} />
        <CodeField
          captcha="fixed"
          mobile={form.values.mobile}
          checkMobile={() => form.check('mobile')}
          {...form.field('code')}
        />
        <PasswordField isNew label={words.setPassword} hint={words.passwordRule} {...form.field('password')} />
        <PasswordField isNew name="repeat" label={words.repeat} {...form.field('repeat')} />
        <TextField
          label={words.username}
          hint={words.usernameRule}
          name="username"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          {...form.field('username')}
        />
        <AgreementBox {...form.field('agree')} />
        <FormFailure text={form.failure} />
        <Button type="submit" size="lg" isWide isBusy={form.isBusy}>
          {words.register}
        </Button>
      </form>
      <SandboxNote />
    </AccountCard>
  );
}
