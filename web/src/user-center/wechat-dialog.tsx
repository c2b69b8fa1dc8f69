// Binds WeChat to the account by a scan and a proof of identity, or unbinds it.

import type { User } from 'contract/routes/accounts.ts';
import { bindWechat, unbindWechat } from 'contract/routes/wechat.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { blankProof, ProofFields, useProof } from '../account-forms/proof-fields.tsx';
import { sendSealed } from '../account-forms/seal-password.ts';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { loadUser } from '../load-user.ts';
import { SandboxNote } from '../login/sandbox-note.tsx';
import { useQrScan } from '../login/use-qr-scan.ts';
import { bindingCalls, type ScanToProve } from '../login/wechat-calls.ts';
import { showToast } from '../notices.ts';
import { QrPicture } from '../qr-picture.tsx';
import { settingWords } from './setting-words.ts';

interface PartProps {
  user: User;
  /** The server has made the change. */
  onDone: (said: string) => void;
}

function Binding({ user, onDone }: PartProps) {
  const words = useWords(settingWords);
  const [failure, setFailure] = useState<string>();
  const [scan, setScan] = useState<ScanToProve>();
  const qr = useQrScan(bindingCalls, (found: 'BOUND' | ScanToProve | CallError) => {
    if (found === 'BOUND') return onDone(words.bound);
    if (found instanceof CallError) startAnew(found.msg);
    else setScan(found);
  });
  /** A rejected scan has used up its code. */
  const startAnew = (reason: string) => {
    setScan(undefined);
    setFailure(reason);
    qr.retry();
  };

  if (scan) return <ProveScan user={user} scan={scan} onBound={() => onDone(words.bound)} onLost={startAnew} />;
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <p className="text-soft">{words.bindWechatScan}</p>
      <QrPicture
        text={qr.qrText}
        label={words.qrCode}
        waitLabel={words.qrLoading}
        retry={qr.problem === undefined ? undefined : { label: words.again, run: qr.retry }}
      />
      <FormFailure text={qr.problem ?? failure} />
      <SandboxNote />
    </div>
  );
}

interface ProveScanProps {
  user: User;
  scan: ScanToProve;
  onBound: () => void;
  /** Called with the reason when the scan is no longer valid. */
  onLost: (reason: string) => void;
}

function ProveScan({ user, scan, onBound, onLost }: ProveScanProps) {
  const words = useWords(settingWords);
  const proof = useProof(user);
  const form = useForm({
    initial: blankProof,
    rules: proof.rules,
    onSubmit: async values => {
      try {
        const { type } = await sendSealed(async seal =>
          call(bindWechat, { body: { uuid: scan.uuid, proof: await proof.read(values, seal) }, handleErrors: true }),
        );
        if (type === 'BOUND') onBound();
        else onLost(words.scanExpired);
      } catch (error) {
        if (!(error instanceof CallError && error.error === 'WECHAT_TAKEN')) throw error;
        onLost(error.msg);
      }
    },
  });
  return (
    <form ref={form.formRef} noValidate onSubmit={event => void form.submit(event)} className="grid gap-4">
      <p className="text-soft">{words.scanned}</p>
      <ProofFields user={user} proof={proof} field={form.field} />
      <FormFailure text={form.failure} />
      <Button type="submit" isWide isBusy={form.isBusy}>
        {words.bindWechat}
      </Button>
    </form>
  );
}

function Unbinding({ user, onDone }: PartProps) {
  const words = useWords(settingWords);
  const proof = useProof(user);
  const form = useForm({
    initial: blankProof,
    rules: proof.rules,
    onSubmit: async values => {
      await sendSealed(async seal =>
        call(unbindWechat, { body: { proof: await proof.read(values, seal) }, handleErrors: true }),
      );
      onDone(words.unbound);
    },
  });
  if (!user.mobile) return <Callout tone="warn" title={words.unbindWechatPhone} />;
  return (
    <form ref={form.formRef} noValidate onSubmit={event => void form.submit(event)} className="grid gap-4">
      <p className="text-soft">{words.unbindWechatText}</p>
      <ProofFields user={user} proof={proof} field={form.field} />
      <FormFailure text={form.failure} />
      <Button type="submit" variant="danger" isWide isBusy={form.isBusy}>
        {words.unbindWechat}
      </Button>
    </form>
  );
}

export function WechatDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useWords(settingWords);
  // The dialog keeps its initial purpose, even if the account changes in the meantime.
  const [isBound] = useState(user.isWechatBound);
  const finish = (said: string) => {
    showToast(said, 'success');
    onClose();
    void loadUser();
  };
  return (
    <Dialog isOpen title={isBound ? words.unbindWechat : words.bindWechat} closeLabel={words.close} onClose={onClose}>
      {isBound ? <Unbinding user={user} onDone={finish} /> : <Binding user={user} onDone={finish} />}
    </Dialog>
  );
}
