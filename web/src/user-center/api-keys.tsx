// API keys: the list, and the dialogs that create, show once, change and revoke one.
import type { ApiKey } from 'contract/routes/api-keys.ts';
import { fill } from 'contract/words.ts';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { showToast } from '../notices.ts';
import { KeyDialog } from './key-dialog.tsx';
import { KeyRow, stateOf } from './key-row.tsx';
import { keyWords } from './key-words.ts';
import { ShownSecret } from './shown-secret.tsx';
import { useApiKeys } from './use-api-keys.ts';
import { Waiting } from './waiting.tsx';

type Opened =
  | { readonly dialog: 'make' }
  | { readonly dialog: 'change' | 'revoke'; readonly key: ApiKey }
  | { readonly dialog: 'shown'; readonly secret: string };

export function ApiKeys() {
  const words = useWords(keyWords);
  const { keys, hasFailed, again, put, revoke } = useApiKeys();
  const [opened, setOpened] = useState<Opened>();
  const [isRevoking, setIsRevoking] = useState(false);
  const close = () => setOpened(undefined);
  if (!keys) return <Waiting hasFailed={hasFailed} onAgain={again} />;
  const live = keys.filter(key => stateOf(key) === 'live');
  const ended = keys.filter(key => stateOf(key) !== 'live');

  async function revokeAndSay(key: ApiKey): Promise<void> {
    setIsRevoking(true);
    const isRevoked = await revoke(key);
    setIsRevoking(false);
    close();
    if (isRevoked) showToast(words.revokedNow, 'success');
  }

  const rows = (list: readonly ApiKey[]) => (
    <ul className="card">
      {list.map(key => (
        <KeyRow
          key={key.id}
          apiKey={key}
          onChange={() => setOpened({ dialog: 'change', key })}
          onRevoke={() => setOpened({ dialog: 'revoke', key })}
        />
      ))}
    </ul>
  );

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose text-soft">
          {words.intro}{' '}
          <a href="/docs" className="text-accent-ink underline">
            {words.docs}
          </a>
        </p>
        <Button icon={<Plus className="size-5" />} onClick={() => setOpened({ dialog: 'make' })}>
          {words.make}
        </Button>
      </div>
      {live.length > 0 ? rows(live) : <EmptyState icon={<KeyRound />} title={words.none} />}
      {ended.length > 0 && (
        <section className="grid gap-3">
          <h2 className="text-lg font-bold">{words.ended}</h2>
          {rows(ended)}
        </section>
      )}
      {(opened?.dialog === 'make' || opened?.dialog === 'change') && (
        <KeyDialog
          apiKey={opened.dialog === 'change' ? opened.key : undefined}
          onClose={close}
          onSaved={(key, secret) => {
            put(key);
            if (secret) return setOpened({ dialog: 'shown', secret });
            close();
            showToast(words.changed, 'success');
          }}
        />
      )}
      {opened?.dialog === 'shown' && (
        <ShownSecret secret={opened.secret} label={words.yourKey} words={words} onClose={close} />
      )}
      {opened?.dialog === 'revoke' && (
        <Dialog
          isOpen
          kind="alert"
          title={fill(words.revokeTitle, { name: opened.key.name })}
          closeLabel={words.close}
          onClose={close}
          actions={
            <>
              <Button variant="secondary" onClick={close}>
                {words.cancel}
              </Button>
              <Button variant="danger" isBusy={isRevoking} onClick={() => void revokeAndSay(opened.key)}>
                {words.revoke}
              </Button>
            </>
          }
        >
          <p className="text-soft">{words.revokeText}</p>
        </Dialog>
      )}
    </>
  );
}
