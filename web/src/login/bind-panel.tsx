// Binds a phone number to a WeChat login that requires one, or to an account without one.

import { judgeCode, judgePhone } from 'contract/account-rules.ts';
import { bindPhone } from 'contract/routes/accounts.ts';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { CodeField } from '../account-forms/code-field.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { PhoneField } from '../account-forms/phone-field.tsx';
import { blankProof, ProofFields, useProof } from '../account-forms/proof-fields.tsx';
import { sendSealed } from '../account-forms/seal-password.ts';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { logIn, useSession } from '../session.ts';
import { attributionFields } from '../start/attribution.ts';
import { readStored, store } from '../storage.ts';
import { AgreementBox } from './agreement-box.tsx';
import { SandboxNote } from './sandbox-note.tsx';
import { loginWords } from './words.ts';

interface BindPanelProps {
  onPanel: (panel: 'qr') => void;
  onClose?: (() => void) | undefined;
}

const thirdType = 'WECHAT';

export function BindPanel({ onPanel, onClose }: BindPanelProps) {
  const words = useWords(loginWords);
  // The key of an earlier scan is ignored for a logged-in user.
  const { token, user } = useSession();
  const key = token ? null : readStored('wechatKey');
  const proof = useProof(user);
  const form = useForm({
    initial: { phone: '', code: '', agree: false as boolean, ...blankProof },
    rules: {
      phone: values => judgePhone(values.phone),
      code: values => judgeCode(values.code),
      agree: values => (key && !values.agree ? 'AGREEMENT_MISSING' : undefined),
      ...proof.rules,
    },
    onSubmit: async values => {
      const { phone, code } = values;
      try {
        const login = await sendSealed(async seal => {
          const body = {
            phone,
            code,
            key,
            thirdType: key && thirdType,
            proof: await proof.read(values, seal),
            ...attributionFields(),
          };
          return call(bindPhone, { body, handleErrors: true });
        });
        store('wechatKey', null);
        showToast(words.bound, 'success');
        logIn(login);
      } catch (error) {
        if (!(error instanceof CallError && error.error === 'LOGIN_KEY_EXPIRED')) throw error;
        store('wechatKey', null);
        showToast(words.bindExpired, 'error');
        onPanel('qr');
      }
    },
  });
  return (
    <>
      <p className="text-sm text-soft">{key ? words.bindAfterScan : words.bindLater}</p>
      <form ref={form.formRef} onSubmit={form.submit} noValidate className="grid gap-4">
        {user && <ProofFields user={user} proof={proof} field={form.field} />}
        <PhoneField {...form.field('phone')} />
        <CodeField mobile={form.values.phone} checkMobile={() => form.check('phone')} {...form.field('code')} />
        {key && <AgreementBox {...form.field('agree')} />}
        <FormFailure text={form.failure} />
        <Button type="submit" size="lg" isWide isBusy={form.isBusy}>
          {words.bind}
        </Button>
        {onClose && !key && (
          <Button variant="quiet" isWide onClick={onClose}>
            {words.notNow}
          </Button>
        )}
      </form>
      <SandboxNote />
    </>
  );
}
