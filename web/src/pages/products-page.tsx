// The product center: every built tool, by category.
import { useWords } from 'ui/language.tsx';
import { Shelf } from '../home/shelf.tsx';
import { shellWords } from '../words/shell.ts';

export function ProductsPage() {
  const words = useWords(shellWords);
  return (
    <>
      <h1 className="page pt-12 text-4xl font-extrabold tracking-tight">{words.products}</h1>
      <Shelf />
    </>
  );
}
