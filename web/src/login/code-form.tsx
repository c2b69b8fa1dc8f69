// The form for a phone number and the code that was sent to it; a number that is new here becomes an account.
import { judgeCode, judgePhone } from 'contract/account-rules.ts';
import { userLogin } from 'contract/routes/accounts.ts';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { CodeField } from '../account-forms/code-field.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { PhoneField } from '../account-forms/phone-field.tsx';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { attributionFields } from '../attribution.ts';
import { logIn } from '../session.ts';
import { loginWords } from './words.ts';

export function CodeForm() {
  const words = useWords(loginWords);
  const form = useForm({
    initial: { mobile: '', code: '' },
    rules: { mobile: values => judgePhone(values.mobile), code: values => judgeCode(values.code) },
    onSubmit: async ({ mobile, code }) => {
      logIn(await call(userLogin, { body: { mobile, code, type: 1, ...attributionFields() }, handleErrors: true }));
    },
  });
  return (
    <form ref={form.formRef} onSubmit={form.submit} noValidate className="grid gap-4">
      <PhoneField {...form.field('mobile')} />
      <CodeField mobile={form.values.mobile} checkMobile={() => form.check('mobile')} {...form.field('code')} />
      <FormFailure text={form.failure} />
      <Button type="submit" size="lg" isWide isBusy={form.isBusy}>
        {words.logInByCode}
      </Button>
      <p className="-mt-1 text-[0.8125rem] text-soft">
        {words.firstTime}{' '}
        <a href="/#/agreement" target="_blank" rel="noreferrer" className="whitespace-nowrap text-accent-ink underline">
          {words.agreement}
        </a>
      </p>
    </form>
  );
}
