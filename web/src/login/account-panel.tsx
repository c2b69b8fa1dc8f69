// Login by password or by code, with links to the other ways.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from 'ui/button.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { useWords } from 'ui/language.tsx';
import { Link } from '../router/link.tsx';
import { settings } from '../settings.ts';
import { CodeForm } from './code-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { hasReturn, keepReturn } from './return-path.ts';
import { SandboxNote } from './sandbox-note.tsx';
import { WechatSign } from './wechat-sign.tsx';
import { loginWords } from './words.ts';

interface AccountPanelProps {
  onPanel: (panel: 'qr') => void;
  onLeave?: (() => void) | undefined;
}

const linkClasses = 'rounded-md py-1.5 font-medium text-accent-ink hover:underline';

export function AccountPanel({ onPanel, onLeave }: AccountPanelProps) {
  const words = useWords(loginWords);
  const [way, setWay] = useState<'password' | 'code'>('password');
  const { pathname, search } = useLocation();
  const isRefused = hasReturn() && onLeave !== undefined;
  const leave = () => {
    // After the login, the user returns to the page where the dialog was opened.
    if (onLeave && !hasReturn()) keepReturn(pathname + search);
    onLeave?.();
  };
  return (
    <>
      {isRefused && <p className="text-sm text-soft">{words.notLoggedIn}</p>}
      {settings.codeLogin && (
        <Segmented
          label={words.ways}
          isLabelHidden
          value={way}
          segments={[
            { value: 'password', label: words.byPassword },
            { value: 'code', label: words.byCode },
          ]}
          onChange={setWay}
        />
      )}
      {way === 'password' ? <PasswordForm /> : <CodeForm />}
      {settings.codeLogin ? (
        <div className="-my-1.5 flex justify-between text-sm">
          <Link to="/account/resetPassword" onClick={leave} className={linkClasses}>
            {words.forgot}
          </Link>
          <Link to="/account/register" onClick={leave} className={linkClasses}>
            {words.register}
          </Link>
        </div>
      ) : (
        <p className="text-[0.8125rem] text-soft">{words.noCodes}</p>
      )}
      {settings.wechatLogin && (
        <div className="grid justify-items-center gap-3 border-t border-line pt-4">
          <p className="text-[0.8125rem] text-soft">{words.otherWays}</p>
          <Button variant="secondary" onClick={() => onPanel('qr')} icon={<WechatSign className="size-5 text-good" />}>
            {words.wechat}
          </Button>
        </div>
      )}
      <SandboxNote />
    </>
  );
}
