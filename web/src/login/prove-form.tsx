// The first step of a password reset: the phone number and the code sent to it.
import { judgeCode, judgePhone } from 'contract/account-rules.ts';
import { checkMobile } from 'contract/routes/accounts.ts';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { CodeField } from '../account-forms/code-field.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { PhoneField } from '../account-forms/phone-field.tsx';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { accountPageWords } from './account-page-words.ts';
import type { Proof } from './proof.ts';
import { SandboxNote } from './sandbox-note.tsx';

interface ProveFormProps {
  /** The reason why this step is repeated; initially empty. */
  failure: string;
  onProved: (proof: Proof) => void;
}

export function ProveForm({ failure, onProved }: ProveFormProps) {
  const words = useWords(accountPageWords);
  const form = useForm({
    initial: { mobile: '', code: '' },
    rules: { mobile: values => judgePhone(values.mobile), code: values => judgeCode(values.code) },
    onSubmit: async ({ mobile, code }) => {
      const { key } = await call(checkMobile, { body: { mobile, code }, handleErrors: true });
      onProved({ mobile, key });
    },
  });
  return (
    <>
      <form ref={form.formRef} onSubmit={form.submit} noValidate className="grid gap-4">
        <PhoneField {...form.field('mobile')} />
        <CodeField mobile={form.values.mobile} checkMobile={() => form.check('mobile')} {...form.field('code')} />
        <FormFailure text={form.failure ?? failure} />
        <Button type="submit" size="lg" isWide isBusy={form.isBusy}>
          {words.next}
        </Button>
      </form>
      <SandboxNote />
    </>
  );
}
