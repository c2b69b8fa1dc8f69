// Toasts and dialogs that any code can show, independent of their appearance.
import type { ToastContent } from 'ui/panels/toast.tsx';
import { create } from 'zustand';

const toastMs = 3000;

interface DialogNotice {
  title: string;
  text: string;
  /** Called when the dialog is closed in any way. */
  onClose?: () => void;
}

interface Notices {
  toasts: readonly ToastContent[];
  dialog: DialogNotice | null;
}

export const useNotices = create<Notices>()(() => ({ toasts: [], dialog: null }));

let lastId = 0;

/** Shows a sentence for three seconds. The same sentence is not shown twice at once. */
export function showToast(text: string, tone: ToastContent['tone'] = 'info'): void {
  lastId += 1;
  const toast = { id: lastId, text, tone };
  useNotices.setState(state => ({ toasts: [...state.toasts.filter(other => other.text !== text).slice(-2), toast] }));
  setTimeout(() => {
    useNotices.setState(state => ({ toasts: state.toasts.filter(other => other.id !== toast.id) }));
  }, toastMs);
}

export function showDialog(dialog: DialogNotice): void {
  useNotices.setState({ dialog });
}

export function closeDialog(): void {
  const { dialog } = useNotices.getState();
  useNotices.setState({ dialog: null });
  dialog?.onClose?.();
}
