// A rotating ring for waits too short for a percentage.

export function Spinner({ label, className = 'size-5' }: { label?: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`${className} animate-spin`}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={!label}
    >
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
