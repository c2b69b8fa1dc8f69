// The picture beside the headline, drawn in code: a lake at dusk as a stack of prints, surrounded by possible results.
import { useWords } from 'ui/language.tsx';
import { homeWords } from './words.ts';

const chips = [
  { word: 'chipCutout', place: 'start-0 top-[14%] bg-ai-soft text-ai' },
  { word: 'chipClean', place: 'end-0 top-[38%] bg-picture-soft text-picture' },
  { word: 'chipConvert', place: 'start-[8%] bottom-[6%] bg-design-soft text-design' },
] as const;

export function HeroPicture() {
  const words = useWords(homeWords);
  return (
    <div aria-hidden className="relative mx-auto hidden w-full max-w-[30rem] px-8 py-3 sm:block">
      <div className="absolute inset-x-10 inset-y-8 rotate-[7deg] rounded-[2rem] bg-linear-to-br from-[#8f7bff]/45 to-[#e2559b]/40" />
      <div className="absolute inset-x-9 inset-y-7 -rotate-[4deg] rounded-[2rem] border border-line bg-paper shadow-card" />
      <svg viewBox="0 0 480 360" aria-hidden="true" className="relative w-full rounded-[1.75rem] shadow-lift">
        <defs>
          <linearGradient id="dusk" x2="0" y2="1">
            <stop stopColor="#ff7d5e" />
            <stop offset="1" stopColor="#ffbb8c" />
          </linearGradient>
          <linearGradient id="far" x2="0" y2="1">
            <stop stopColor="#7d5ca8" />
            <stop offset="1" stopColor="#523a7d" />
          </linearGradient>
          <linearGradient id="near" x2="0" y2="1">
            <stop stopColor="#37546f" />
            <stop offset="1" stopColor="#24354e" />
          </linearGradient>
          <linearGradient id="lake" x2="0" y2="1">
            <stop stopColor="#ffb68a" />
            <stop offset="1" stopColor="#6d5291" />
          </linearGradient>
        </defs>
        <path fill="url(#dusk)" d="M0 0h480v360H0z" />
        <circle cx="318" cy="112" r="40" fill="#fff2d0" />
        <path fill="url(#far)" d="M0 238l78-70 74 46 92-92 86 98 60-52 90 74v60H0z" />
        <path fill="url(#near)" d="M0 268l104-56 92 46 70-32 108 44 106-46v60H0z" />
        <path fill="url(#lake)" d="M0 282h480v78H0z" />
        <path
          stroke="#ffe2c0"
          strokeWidth="4"
          strokeLinecap="round"
          opacity=".85"
          d="M284 302h70M268 320h92M292 338h48"
        />
      </svg>
      {chips.map(chip => (
        <span
          key={chip.word}
          className={`absolute rounded-full border border-paper px-4 py-2 text-sm font-bold tabular-nums shadow-lift ${chip.place}`}
        >
          {words[chip.word]}
        </span>
      ))}
    </div>
  );
}
