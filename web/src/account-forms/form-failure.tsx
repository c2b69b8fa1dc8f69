// What the server refused about a form as a whole, read out when it appears.

export function FormFailure({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="text-sm text-bad empty:hidden">
      {text}
    </p>
  );
}
