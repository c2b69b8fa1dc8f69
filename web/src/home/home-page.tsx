// The home page: drop a file to get a tool suggested, or find a tool on the shelf.
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
