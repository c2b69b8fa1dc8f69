// The home page: drop something and be told the tool, or find the tool on the shelf.
import { Hero } from './hero.tsx';
import { Promises } from './promises.tsx';
import { Shelf } from './shelf.tsx';

export function HomePage() {
  return (
    <>
      <Hero />
      <Shelf />
      <Promises />
    </>
  );
}
