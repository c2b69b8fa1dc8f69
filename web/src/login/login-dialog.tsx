// The login dialog with its three panels.
import { useEffect, useRef, useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { LoginPanels, type Panel, usePanelTitle } from './login-panels.tsx';
import { loginWords } from './words.ts';

interface LoginDialogProps {
  start: 'account' | 'bind';
  onClose: () => void;
  /** Closes the dialog because the user goes to the registration page. */
  onLeave: () => void;
}

export function LoginDialog({ start, onClose, onLeave }: LoginDialogProps) {
  const words = useWords(loginWords);
  const [panel, setPanel] = useState<Panel>(start);
  const contentRef = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each panel focuses its first field.
  useEffect(() => {
    // On touch devices the field is not focused, so that the on-screen keyboard stays closed.
    if (!matchMedia('(pointer: fine)').matches) return;
    contentRef.current?.querySelector<HTMLElement>('form input')?.focus();
  }, [panel]);
  return (
    <Dialog isOpen title={usePanelTitle(panel)} closeLabel={words.close} onClose={onClose}>
      <div ref={contentRef} className="grid gap-5">
        <LoginPanels panel={panel} onPanel={setPanel} onLeave={onLeave} onClose={onClose} />
      </div>
    </Dialog>
  );
}
