// The captcha in a dialog. Its content is loaded when it opens.
import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';

const OpenCaptcha = lazy(async () => ({ default: (await import('./open-captcha.tsx')).OpenCaptcha }));

interface CaptchaDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Gets what `captchaVO.captchaVerification` wants. The dialog is still open then. */
  onPass: (captchaVerification: string) => void;
}

/** May be used inside a form: it renders outside of it. */
export function CaptchaDialog({ isOpen, onClose, onPass }: CaptchaDialogProps) {
  if (!isOpen) return null;
  return createPortal(
    <Suspense fallback={null}>
      <OpenCaptcha onClose={onClose} onPass={onPass} />
    </Suspense>,
    document.body,
  );
}
