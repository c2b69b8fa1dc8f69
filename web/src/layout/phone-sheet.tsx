// The phone's menu: everything that the header shows on a larger screen, as a full-screen sheet.
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { announce } from '../events.ts';
import { useSession } from '../session.ts';
import { hasClients, settings } from '../settings.ts';
import { centerWords as userCenterWords } from '../user-center/center-words.ts';
import { shellWords } from '../words/shell.ts';
import { ToolLinks } from './tool-links.tsx';

export function PhoneSheet({ onClose }: { onClose: () => void }) {
  const words = useWords(shellWords);
  const centerWords = useWords(userCenterWords);
  const navigate = useNavigate();
  const isKnown = useSession(state => state.token !== null);
  const links = [
    ['/', words.home],
    ...(isKnown ? [['/userCenter/personalInfo', centerWords.center] as const] : []),
    ...(settings.membership ? [['/membership', words.membership] as const] : []),
    ...(hasClients() ? [['/download', words.clients] as const] : []),
    ['/chat', words.assistant],
    ['/help', words.help],
  ] as const;
  return (
    <Dialog isOpen kind="sheet" title={words.products} closeLabel={words.close} onClose={onClose}>
      <nav aria-label={words.menu} className="-mx-3 grid gap-1">
        <ToolLinks onChoose={onClose} />
        <hr className="mx-3 my-2 border-line" />
        {links.map(([path, label]) => (
          <button
            key={path}
            type="button"
            onClick={() => {
              onClose();
              navigate(path);
            }}
            className="min-h-12 rounded-xl px-3 text-start font-medium hover:bg-sunken"
          >
            {label}
          </button>
        ))}
      </nav>
      {!isKnown && (
        <Button
          isWide
          onClick={() => {
            onClose();
            announce('login:open');
          }}
        >
          {words.logIn}
        </Button>
      )}
    </Dialog>
  );
}
