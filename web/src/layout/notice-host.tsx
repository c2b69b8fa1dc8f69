// Renders the toasts and the dialog that any code can request.
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { ToastList } from 'ui/panels/toast.tsx';
import { useToastPlace } from 'ui/panels/toast-places.ts';
import { closeDialog, useNotices } from '../notices.ts';
import { shellWords } from '../words/shell.ts';

const icons = { error: <CircleAlert aria-hidden />, success: <CircleCheck aria-hidden />, info: <Info aria-hidden /> };

export function NoticeHost() {
  const { toasts, dialog } = useNotices();
  const words = useWords(shellWords);
  const toastPlace = useToastPlace();
  return (
    <>
      {toastPlace && createPortal(<ToastList toasts={toasts} icons={icons} />, toastPlace)}
      {dialog && (
        <Dialog
          isOpen
          kind="alert"
          title={dialog.title}
          closeLabel={words.close}
          onClose={closeDialog}
          actions={<Button onClick={closeDialog}>{words.gotIt}</Button>}
        >
          {dialog.text && <p className="text-soft">{dialog.text}</p>}
        </Dialog>
      )}
    </>
  );
}
