// The page for a forgotten password: first the phone number is verified, then a new password is set.

import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { Link } from '../router/link.tsx';
import { AccountCard } from './account-card.tsx';
import { accountPageWords } from './account-page-words.ts';
import type { Proof } from './proof.ts';
import { ProveForm } from './prove-form.tsx';
import { ResetForm } from './reset-form.tsx';

export function ResetPage() {
  const words = useWords(accountPageWords);
  const [proof, setProof] = useState<Proof | null>(null);
  const [failure, setFailure] = useState('');
  return (
    <AccountCard
      title={words.resetTitle}
      lead={proof ? fill(words.resetSecond, { mobile: proof.mobile }) : words.resetLead}
      foot={
        <>
          {words.rememberIt}{' '}
          <Link to="/login" className="font-medium text-accent-ink hover:underline">
            {words.logIn}
          </Link>
        </>
      }
    >
      <p role="status" className="text-sm font-medium text-accent-ink">
        {fill(words.step, { step: proof ? 2 : 1 })}
      </p>
      {proof ? (
        <ResetForm
          proof={proof}
          onTooLate={() => {
            setProof(null);
            setFailure(words.tookTooLong);
          }}
        />
      ) : (
        <ProveForm failure={failure} onProved={setProof} />
      )}
    </AccountCard>
  );
}
