// Login by scanning a QR code with WeChat.

import { useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { CallError } from '../failures/call-error.ts';
import { QrPicture } from '../qr-picture.tsx';
import { logIn } from '../session.ts';
import { settings } from '../settings.ts';
import { store } from '../storage.ts';
import { hasReturn, keepReturn } from './return-path.ts';
import { SandboxNote } from './sandbox-note.tsx';
import type { Scanned } from './scan-qr.ts';
import { useQrScan } from './use-qr-scan.ts';
import { loginCalls, openWechatPage } from './wechat-calls.ts';
import { loginWords } from './words.ts';

export function QrPanel({ onPanel }: { onPanel: (panel: 'account' | 'bind') => void }) {
  const words = useWords(loginWords);
  const { pathname, search } = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<string>();

  const scan = useQrScan(loginCalls, (scanned: Scanned) => {
    if ('login' in scanned) return logIn(scanned.login);
    store('wechatKey', scanned.key);
    onPanel('bind');
  });

  async function leave(): Promise<void> {
    setIsLeaving(true);
    if (!hasReturn()) keepReturn(pathname + search);
    try {
      await openWechatPage();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.msg);
      setIsLeaving(false);
    }
  }

  return (
    <div className="grid justify-items-center gap-4 text-center">
      <p className="font-medium">{words.scan}</p>
      <QrPicture
        text={scan.qrText}
        label={words.qrCode}
        waitLabel={words.qrLoading}
        retry={scan.problem === undefined ? undefined : { label: words.again, run: scan.retry }}
      />
      <p className="max-w-xs text-sm text-soft">{words.scanNext}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="secondary" onClick={() => onPanel('account')}>
          {words.byAccount}
        </Button>
        {settings.wechatPage && (
          <Button variant="quiet" isBusy={isLeaving} onClick={() => void leave()}>
            {words.wechatPage}
          </Button>
        )}
      </div>
      <FormFailure text={scan.problem ?? failure} />
      <SandboxNote />
    </div>
  );
}
