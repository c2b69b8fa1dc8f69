// Binds a phone number to the account or replaces the current one: a code proves the new number, and a second proof the ownership of the account.
import { judgeCode, judgePhone } from 'contract/account-rules.ts';
import { bindPhone, type User } from 'contract/routes/accounts.ts';
import { fill } from 'contract/words.ts';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { CodeField } from '../account-forms/code-field.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { maskPhone } from '../account-forms/mask-phone.ts';
import { PhoneField } from '../account-forms/phone-field.tsx';
import { blankProof, ProofFields, useProof } from '../account-forms/proof-fields.tsx';
import { sendSealed } from '../account-forms/seal-password.ts';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { showToast } from '../notices.ts';
import { logIn } from '../session.ts';
import { settingWords } from './setting-words.ts';

export function PhoneDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useWords(settingWords);
  const proof = useProof(user);
  const form = useForm({
    initial: { phone: '', code: '', ...blankProof },
    rules: { phone: ({ phone }) => judgePhone(phone), code: ({ code }) => judgeCode(code), ...proof.rules },
    onSubmit: async values => {
      const { phone, code } = values;
      const login = await sendSealed(async seal =>
        call(bindPhone, { body: { phone, code, proof: await proof.read(values, seal) }, handleErrors: true }),
      );
      logIn(login);
      showToast(words.bound, 'success');
      onClose();
    },
  });
  return (
    <Dialog isOpen title={user.mobile ? words.changePhone : words.bindPhone} closeLabel={words.close} onClose={onClose}>
      <form ref={form.formRef} noValidate onSubmit={event => void form.submit(event)} className="grid gap-4">
        {user.mobile && <p className="text-soft">{fill(words.currentPhone, { phone: maskPhone(user.mobile) })}</p>}
        <ProofFields user={user} proof={proof} field={form.field} />
        <PhoneField label={user.mobile ? words.newPhone : words.phone} {...form.field('phone')} />
        <CodeField mobile={form.values.phone} checkMobile={() => form.check('phone')} {...form.field('code')} />
        <FormFailure text={form.failure} />
        <Button type="submit" isWide isBusy={form.isBusy}>
          {words.save}
        </Button>
      </form>
    </Dialog>
  );
}
