// The three login panels: by account, by WeChat's QR code, and binding a phone number. Used by the dialog and the page.
import { fill } from 'contract/words.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { brandName } from '../settings.ts';
import { AccountPanel } from './account-panel.tsx';
import { BindPanel } from './bind-panel.tsx';
import { QrPanel } from './qr-panel.tsx';
import { loginWords } from './words.ts';

export type Panel = 'account' | 'qr' | 'bind';

export function usePanelTitle(panel: Panel): string {
  const words = useWords(loginWords);
  const language = useLanguage();
  if (panel === 'qr') return words.scanTitle;
  return panel === 'bind' ? words.bindTitle : fill(words.title, { brand: brandName(language) });
}

interface LoginPanelsProps {
  panel: Panel;
  onPanel: (panel: Panel) => void;
  onLeave?: () => void;
  /** Absent if there is nothing to close. */
  onClose?: () => void;
}

export function LoginPanels({ panel, onPanel, onLeave, onClose }: LoginPanelsProps) {
  if (panel === 'qr') return <QrPanel onPanel={onPanel} />;
  if (panel === 'bind') return <BindPanel onPanel={onPanel} onClose={onClose} />;
  return <AccountPanel onPanel={onPanel} onLeave={onLeave} />;
}
