// The login dialog. Accounts are not open on this server yet, and it says so; its panels come with them.
import { Button } from 'ui/button.tsx';
import { Dialog } from 'ui/dialog.tsx';
import { useWords } from 'ui/language.tsx';
import { loginWords } from './words.ts';

export function LoginDialog({ onClose }: { onClose: () => void }) {
  const words = useWords(loginWords);
  return (
    <Dialog
      isOpen
      title={words.title}
      closeLabel={words.close}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.goOn}</Button>}
    >
      <div className="grid gap-2 text-soft">
        <p>{words.notOpen}</p>
        <p>{words.worksWithout}</p>
      </div>
    </Dialog>
  );
}
