// The part of a form that proves the ownership of the account: by the password, or by a code sent to the current number.
import { judgeCode, judgeKnownPassword } from 'contract/account-rules.ts';
import type { User } from 'contract/routes/accounts.ts';
import { defineWords, fill } from 'contract/words.ts';
import { useState } from 'react';
import { Segmented } from 'ui/fields/segmented.tsx';
import { useWords } from 'ui/language.tsx';
import { CodeField } from './code-field.tsx';
import { maskPhone } from './mask-phone.ts';
import { PasswordField } from './password-field.tsx';
import type { Seal } from './seal-password.ts';

const proofWords = defineWords({
  zh: {
    proof: '确认是您本人',
    byPassword: '密码',
    byCode: '短信验证码',
    password: '登录密码',
    codeTo: '验证码会发送到 {phone}',
  },
  en: {
    proof: 'Verify that it’s you',
    byPassword: 'Password',
    byCode: 'Text message',
    password: 'Current password',
    codeTo: 'The code goes to {phone}',
  },
});

/** Named like the paths in the server's errors. */
export const blankProof = { 'proof.password': '', 'proof.code': '' };
type ProofValues = typeof blankProof;

/**
 * Returns the proof required by a form, its rules, and the fields of the call. No proof is needed without an account, or for an account without
 * number and password.
 */
export function useProof(user: User | null) {
  const [kind, setKind] = useState<'password' | 'code' | 'none'>(
    user?.hasPassword ? 'password' : user?.mobile ? 'code' : 'none',
  );
  return {
    kind,
    setKind,
    rules: {
      'proof.password': (values: ProofValues) =>
        kind === 'password' ? judgeKnownPassword(values['proof.password']) : undefined,
      'proof.code': (values: ProofValues) => (kind === 'code' ? judgeCode(values['proof.code']) : undefined),
    },
    read: async (values: ProofValues, seal: Seal) => {
      if (kind === 'password') return { password: await seal(values['proof.password']) };
      return kind === 'code' ? { code: values['proof.code'] } : undefined;
    },
  };
}

interface FieldWiring {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => unknown;
  error: string | undefined;
}

interface ProofFieldsProps {
  user: User;
  proof: Pick<ReturnType<typeof useProof>, 'kind' | 'setKind'>;
  field: (name: 'proof.password' | 'proof.code') => FieldWiring;
}

export function ProofFields({ user, proof, field }: ProofFieldsProps) {
  const words = useWords(proofWords);
  const { kind, setKind } = proof;
  return (
    <>
      {user.hasPassword && user.mobile && (
        <Segmented
          label={words.proof}
          value={kind}
          segments={[
            { value: 'password', label: words.byPassword },
            { value: 'code', label: words.byCode },
          ]}
          onChange={setKind}
        />
      )}
      {kind === 'password' && (
        <PasswordField label={words.password} name="proof.password" {...field('proof.password')} />
      )}
      {kind === 'code' && user.mobile && (
        <div className="grid gap-2">
          <p className="text-sm text-soft">{fill(words.codeTo, { phone: maskPhone(user.mobile) })}</p>
          <CodeField name="proof.code" mobile={user.mobile} {...field('proof.code')} />
        </div>
      )}
    </>
  );
}
