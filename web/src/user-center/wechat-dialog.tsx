// Tells how WeChat is bound to an account: by logging in with it once.
import type { User } from 'contract/routes/accounts.ts';
import { Button } from 'ui/button.tsx';
import { Callout } from 'ui/callout.tsx';
import { Dialog } from 'ui/dialog.tsx';
import { useWords } from 'ui/language.tsx';
import { settingWords } from './setting-words.ts';

export function WechatDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useWords(settingWords);
  return (
    <Dialog
      isOpen
      title={words.bindWechat}
      closeLabel={words.close}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.gotIt}</Button>}
    >
      {!user.mobile && <Callout tone="warn" title={words.bindWechatPhone} />}
      <ol className="grid list-decimal gap-2 ps-5 text-soft">
        <li>{words.bindWechatFirst}</li>
        <li>{words.bindWechatNext}</li>
        <li>{words.bindWechatLast}</li>
      </ol>
    </Dialog>
  );
}
