// The captcha in a dialog. Its content is loaded when it opens.
import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';

const OpenCaptcha = lazy(async () => ({ default: (await import('./open-captcha.tsx')).OpenCaptcha }));

interface CaptchaDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Receives the value for `captchaVO.captchaVerification`. The dialog is still open at this point. */
  onPass: (captchaVerification: string) => void;
}

/** Can be used inside a form, because it renders outside of it. */
export function CaptchaDialog({ isOpen, onClose, onPass }: CaptchaDialogProps) {
  if (!isOpen) return null;
  return createPortal(
    <Suspense fallback={null}>
      <OpenCaptcha onClose={onClose} onPass={onPass} />
    </Suspense>,
    document.body,
  );
}
