// The picture next to the headline: a photo before and after background removal by the cutout tool. The photo is
// fixtures/photos/woman-green.jpg.
import { useWords } from 'ui/language.tsx';
import beforeUrl from './portrait.webp';
import afterUrl from './portrait-cutout.webp';
import { homeWords } from './words.ts';

const tagClasses = 'absolute top-4 rounded-full bg-black/60 px-3 py-1 text-xs font-semibold text-white';

export function HeroPicture() {
  const words = useWords(homeWords);
  return (
    <div aria-hidden className="relative mx-auto hidden w-full max-w-[22rem] py-3 sm:block">
      <div className="absolute inset-x-2 inset-y-5 rotate-[5deg] rounded-[2rem] bg-linear-to-br from-[#8f7bff]/45 to-[#e2559b]/40" />
      <div className="relative aspect-square overflow-hidden rounded-[1.75rem] bg-linear-to-br from-[#ffd9a8] to-[#ff9fb2] shadow-lift">
        <img
          src={afterUrl}
          alt=""
          width={480}
          height={480}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full"
        />
        <img
          src={beforeUrl}
          alt=""
          width={480}
          height={480}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full [clip-path:inset(0_50%_0_0)]"
        />
        <span className="absolute inset-y-0 start-1/2 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_8px_rgb(0_0_0/0.5)]" />
        <span className={`${tagClasses} start-4`}>{words.before}</span>
        <span className={`${tagClasses} end-4`}>{words.after}</span>
      </div>
    </div>
  );
}
