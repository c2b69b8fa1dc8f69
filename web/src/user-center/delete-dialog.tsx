// Deletes the account: lists what will be lost, asks for a typed word and a proof of identity, then goes to the home page.
import { deleteAccount, type User } from 'contract/routes/accounts.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { blankProof, ProofFields, useProof } from '../account-forms/proof-fields.tsx';
import { sendSealed } from '../account-forms/seal-password.ts';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { showDialog } from '../notices.ts';
import { logOut } from '../session.ts';
import { settings } from '../settings.ts';
import { deleteWords } from './delete-words.ts';

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
          {settings.membership && <li>{words.lostMembership}</li>}
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
  const proof = useProof(user);
  const [typed, setTyped] = useState('');
  const form = useForm({
    initial: blankProof,
    rules: proof.rules,
    onSubmit: async values => {
      await sendSealed(async seal =>
        call(deleteAccount, { body: { proof: await proof.read(values, seal) }, handleErrors: true }),
      );
      navigate('/');
      logOut();
      showDialog({ title: words.gone, text: words.goneNext });
    },
  });
  return (
    <form ref={form.formRef} noValidate onSubmit={event => void form.submit(event)} className="grid gap-4">
      <ProofFields user={user} proof={proof} field={form.field} />
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
