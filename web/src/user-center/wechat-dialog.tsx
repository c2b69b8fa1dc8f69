// Binds WeChat to the account by a scan, or lets go of it.
import type { User } from 'contract/routes/accounts.ts';
import { unbindWechat } from 'contract/routes/wechat.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Callout } from 'ui/callout.tsx';
import { Dialog } from 'ui/dialog.tsx';
import { useWords } from 'ui/language.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { CallError, call } from '../api.ts';
import { loadUser } from '../load-user.ts';
import { QrPicture } from '../login/qr-picture.tsx';
import { SandboxNote } from '../login/sandbox-note.tsx';
import { scanQr } from '../login/scan-qr.ts';
import { bindingCalls } from '../login/wechat-calls.ts';
import { showToast } from '../notices.ts';
import { settingWords } from './setting-words.ts';

interface PartProps {
  /** The server knows of the change and the page shows it. */
  onDone: (said: string) => void;
}

function Binding({ onDone }: PartProps) {
  const words = useWords(settingWords);
  const [qrText, setQrText] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);

  const goOn = useEffectEvent((found: 'BOUND' | CallError) => {
    if (found === 'BOUND') return onDone(words.bound);
    setFailure(found.msg);
    setTries(tries + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: A refused scan has used its code up, and each try asks for the next.
  useEffect(() => {
    const stop = new AbortController();
    scanQr(bindingCalls, setQrText, stop.signal).then(
      found => stop.signal.aborted || goOn(found),
      error => {
        if (!stop.signal.aborted) throw error;
      },
    );
    return () => stop.abort();
  }, [tries]);

  return (
    <div className="grid justify-items-center gap-4 text-center">
      <p className="text-soft">{words.bindWechatScan}</p>
      <QrPicture text={qrText} label={words.qrCode} waitLabel={words.qrLoading} />
      <FormFailure text={failure} />
      <SandboxNote />
    </div>
  );
}

function Unbinding({ user, onDone }: PartProps & { user: User }) {
  const words = useWords(settingWords);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function letGo(): Promise<void> {
    setIsBusy(true);
    try {
      await call(unbindWechat, { handleErrors: true });
      onDone(words.unbound);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.msg);
      setIsBusy(false);
    }
  }

  return (
    <div className="grid gap-4">
      {user.mobile ? (
        <p className="text-soft">{words.unbindWechatText}</p>
      ) : (
        <Callout tone="warn" title={words.unbindWechatPhone} />
      )}
      <FormFailure text={failure} />
      <Button variant="danger" isWide isBusy={isBusy} disabled={!user.mobile} onClick={() => void letGo()}>
        {words.unbindWechat}
      </Button>
    </div>
  );
}

export function WechatDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useWords(settingWords);
  // What it opened for stays, also when the account changes meanwhile.
  const [isBound] = useState(user.isWechatBound);
  const finish = (said: string) => {
    showToast(said, 'success');
    onClose();
    void loadUser();
  };
  return (
    <Dialog isOpen title={isBound ? words.unbindWechat : words.bindWechat} closeLabel={words.close} onClose={onClose}>
      {isBound ? <Unbinding user={user} onDone={finish} /> : <Binding onDone={finish} />}
    </Dialog>
  );
}
