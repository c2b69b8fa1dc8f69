// A server error that concerns a form as a whole, announced to screen readers when it appears.

export function FormFailure({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="text-sm text-bad empty:hidden">
      {text}
    </p>
  );
}
