// Account settings: phone, password, WeChat, export and deletion.
import type { User } from 'contract/routes/accounts.ts';
import { FileDown, KeyRound, MessageCircle, Smartphone, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { maskPhone } from '../account-forms/mask-phone.ts';
import { settings } from '../settings.ts';
import { ExportButton } from './export-button.tsx';
import { SettingRow } from './setting-row.tsx';
import { settingWords } from './setting-words.ts';

const dialogs = {
  phone: lazy(async () => ({ default: (await import('./phone-dialog.tsx')).PhoneDialog })),
  password: lazy(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog })),
  wechat: lazy(async () => ({ default: (await import('./wechat-dialog.tsx')).WechatDialog })),
  deletion: lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog })),
};
type DialogName = keyof typeof dialogs;
type Row = [icon: ReactNode, title: string, text: string, action: ReactNode];

export function AccountSetting({ user }: { user: User }) {
  const words = useWords(settingWords);
  const [opened, setOpened] = useState<DialogName>();
  const OpenDialog = opened && dialogs[opened];
  const button = (name: DialogName, label: string, title: string, variant: 'secondary' | 'danger' = 'secondary') => (
    <Button size="sm" variant={variant} aria-label={`${label}: ${title}`} onClick={() => setOpened(name)}>
      {label}
    </Button>
  );
  const wechat: Row = [
    <MessageCircle key="icon" />,
    words.wechat,
    user.isWechatBound ? words.wechatBound : words.wechatMissing,
    button('wechat', user.isWechatBound ? words.unbind : words.bind, words.wechat),
  ];
  const rows: Row[] = [
    [
      <Smartphone key="icon" />,
      words.phone,
      user.mobile ? maskPhone(user.mobile) : words.phoneMissing,
      button('phone', user.mobile ? words.change : words.bind, words.phone),
    ],
    [
      <KeyRound key="icon" />,
      words.password,
      user.hasPassword ? words.passwordSet : words.passwordMissing,
      button('password', user.hasPassword ? words.change : words.set, words.password),
    ],
    // Without WeChat login on this server, there is nothing to bind.
    ...(user.isWechatBound || settings.wechatLogin ? [wechat] : []),
    [<FileDown key="icon" />, words.export, words.exportText, <ExportButton key="action" />],
    [
      <Trash2 key="icon" />,
      words.deletion,
      words.deletionText,
      button('deletion', words.delete, words.deletion, 'danger'),
    ],
  ];
  return (
    <>
      <ul className="card">
        {rows.map(([icon, title, text, action]) => (
          <SettingRow key={title} icon={icon} title={title} text={text} action={action} />
        ))}
      </ul>
      {OpenDialog && (
        <Suspense fallback={null}>
          <OpenDialog user={user} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
