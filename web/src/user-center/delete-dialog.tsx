// Deletes the account: says what is lost, wants a word typed and a proof, and leaves for the home page.
import { judgeCode, judgeKnownPassword } from 'contract/account-rules.ts';
import { deleteAccount, type User } from 'contract/routes/accounts.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { Dialog } from 'ui/dialog.tsx';
import { TextField } from 'ui/field.tsx';
import { useWords } from 'ui/language.tsx';
import { Segmented } from 'ui/segmented.tsx';
import { CodeField } from '../account-forms/code-field.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { PasswordField } from '../account-forms/password-field.tsx';
import { sealPassword } from '../account-forms/seal-password.ts';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { showDialog } from '../notices.ts';
import { logOut } from '../session.ts';
import { deleteWords } from './delete-words.ts';
import { maskPhone } from './mask-phone.ts';

type Proof = 'password' | 'code';

const isSameWord = (typed: string, word: string) => typed.trim().toLowerCase() === word.toLowerCase();

export function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useWords(deleteWords);
  return (
    <Dialog isOpen title={words.title} closeLabel={words.close} onClose={onClose}>
      <div className="grid gap-2 text-sm">
        <p className="font-semibold text-bad">{words.lostTitle}</p>
        <ul className="grid list-disc gap-1 ps-5 text-soft">
          <li>{words.lostPerson}</li>
          <li>{words.lostFiles}</li>
          <li>{words.lostMembership}</li>
          <li>{words.lostLogins}</li>
        </ul>
      </div>
      {user.hasPassword || user.mobile ? (
        <ProofForm user={user} onClose={onClose} />
      ) : (
        <p className="text-sm">{words.noProof}</p>
      )}
    </Dialog>
  );
}

function ProofForm({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useWords(deleteWords);
  const navigate = useNavigate();
  const [proof, setProof] = useState<Proof>(user.hasPassword ? 'password' : 'code');
  const [typed, setTyped] = useState('');
  const form = useForm({
    initial: { password: '', code: '' },
    rules: {
      password: ({ password }) => (proof === 'password' ? judgeKnownPassword(password) : undefined),
      code: ({ code }) => (proof === 'code' ? judgeCode(code) : undefined),
    },
    onSubmit: async ({ password, code }) => {
      const body = proof === 'password' ? { password: await sealPassword(password) } : { code };
      await call(deleteAccount, { body, handleErrors: true });
      navigate('/');
      logOut();
      showDialog({ title: words.gone, text: words.goneNext });
    },
  });
  return (
    <form ref={form.formRef} noValidate onSubmit={event => void form.submit(event)} className="grid gap-4">
      {user.hasPassword && user.mobile && (
        <Segmented
          label={words.proof}
          value={proof}
          segments={[
            { value: 'password', label: words.byPassword },
            { value: 'code', label: words.byCode },
          ]}
          onChange={setProof}
        />
      )}
      {proof === 'password' ? (
        <PasswordField {...form.field('password')} />
      ) : (
        <div className="grid gap-2">
          <p className="text-sm text-soft">{fill(words.codeTo, { phone: maskPhone(user.mobile!) })}</p>
          <CodeField mobile={user.mobile!} {...form.field('code')} />
        </div>
      )}
      <TextField
        label={fill(words.typeWord, { word: words.word })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <FormFailure text={form.failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" variant="danger" isBusy={form.isBusy} disabled={!isSameWord(typed, words.word)}>
          {words.confirm}
        </Button>
      </div>
    </form>
  );
}
