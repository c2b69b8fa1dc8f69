// The form for a phone number and the code sent to it; an unknown number creates an account.
import { judgeCode, judgePhone } from 'contract/account-rules.ts';
import { userLogin } from 'contract/routes/accounts.ts';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { CodeField } from '../account-forms/code-field.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { PhoneField } from '../account-forms/phone-field.tsx';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { logIn } from '../session.ts';
import { attributionFields } from '../start/attribution.ts';
import { AgreementBox } from './agreement-box.tsx';
import { loginWords } from './words.ts';

export function CodeForm() {
  const words = useWords(loginWords);
  const form = useForm<{ mobile: string; code: string; agree: boolean }>({
    initial: { mobile: '', code: '', agree: false },
    rules: {
      mobile: values => judgePhone(values.mobile),
      code: values => judgeCode(values.code),
      agree: values => (values.agree ? undefined : 'AGREEMENT_MISSING'),
    },
    onSubmit: async ({ mobile, code }) => {
      logIn(await call(userLogin, { body: { mobile, code, type: 1, ...attributionFields() }, handleErrors: true }));
    },
  });
  return (
    <form ref={form.formRef} onSubmit={form.submit} noValidate className="grid gap-4">
      <PhoneField {...form.field('mobile')} />
      <CodeField mobile={form.values.mobile} checkMobile={() => form.check('mobile')} {...form.field('code')} />
      <AgreementBox {...form.field('agree')} />
      <FormFailure text={form.failure} />
      <Button type="submit" size="lg" isWide isBusy={form.isBusy}>
        {words.logInByCode}
      </Button>
      <p className="-mt-1 text-[0.8125rem] text-soft">{words.firstTime}</p>
    </form>
  );
}
