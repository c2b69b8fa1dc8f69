// The second factor: a code from the authenticator app opens the operators' page for this tab.

import { type FormEvent, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { useWords } from 'ui/language.tsx';
import { CallError } from '../failures/call-error.ts';
import { useSession } from '../session.ts';
import { enter, loadOperator } from './operator.ts';
import { adminWords } from './words.ts';

export function CodeForm({ isUnset }: { isUnset: boolean }) {
  const words = useWords(adminWords);
  const user = useSession(session => session.user);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await enter(code);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setCode('');
      setFailure(error.msg);
    } finally {
      setIsBusy(false);
    }
  }

  if (isUnset)
    return (
      <div className="page grid max-w-lg gap-4 pt-12">
        <h1 className="text-2xl font-extrabold tracking-tight">{words.unset}</h1>
        <p className="text-soft">{words.unsetNext}</p>
        <code className="overflow-x-auto rounded-2xl bg-sunken p-4 text-sm break-words">
          npm run admin -- factor {user?.mobile ?? user?.id} --reason &quot;…&quot;
        </code>
        <Button className="justify-self-start" onClick={() => void loadOperator()}>
          {words.again}
        </Button>
      </div>
    );
  return (
    <div className="page grid max-w-lg gap-4 pt-12">
      <h1 className="text-2xl font-extrabold tracking-tight">{words.codeTitle}</h1>
      <p className="text-soft">{words.codeNext}</p>
      <form noValidate onSubmit={event => void send(event)} className="grid gap-4">
        <TextField
          label={words.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          error={failure}
          onChange={text => setCode(text.replace(/[^\d ]/g, ''))}
        />
        <Button type="submit" isBusy={isBusy} disabled={code.replace(/\s/g, '').length !== 6}>
          {words.enter}
        </Button>
      </form>
    </div>
  );
}
