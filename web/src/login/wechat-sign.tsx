// An icon for WeChat: two speech bubbles.

export function WechatSign({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={className} fill="currentColor">
      <path d="M9.2 3.5C5 3.5 1.6 6.3 1.6 9.8c0 2 1.1 3.8 2.9 4.9l-.7 2.2 2.5-1.3c.9.3 1.9.4 2.9.4h.7a5.3 5.3 0 0 1-.2-1.5c0-3.3 3.1-5.9 6.9-5.9h.5C16.5 5.7 13.2 3.5 9.2 3.5ZM6.7 8.7a1 1 0 1 1 0-2 1 1 0 0 1 0 2Zm5 0a1 1 0 1 1 0-2 1 1 0 0 1 0 2Z" />
      <path d="M22.4 14.5c0-2.9-2.8-5.2-6.1-5.2-3.4 0-6.1 2.3-6.1 5.2s2.7 5.2 6.1 5.2c.8 0 1.6-.1 2.3-.4l2 1.1-.5-1.8a4.9 4.9 0 0 0 2.3-4.1Zm-8.1-.9a.8.8 0 1 1 0-1.6.8.8 0 0 1 0 1.6Zm4 0a.8.8 0 1 1 0-1.6.8.8 0 0 1 0 1.6Z" />
    </svg>
  );
}
