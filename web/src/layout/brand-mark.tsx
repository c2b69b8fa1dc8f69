// The logo and the name as set by the operator.
import { useLanguage } from 'ui/language.tsx';
import { brandName, settings } from '../settings.ts';

const star = 'M16 6.5c1 5.6 3.9 8.5 9.5 9.5-5.6 1-8.5 3.9-9.5 9.5-1-5.6-3.9-8.5-9.5-9.5 5.6-1 8.5-3.9 9.5-9.5z';

export function BrandMark() {
  const language = useLanguage();
  const { logoUrl } = settings.brand;
  return (
    <span className="flex items-center gap-2.5 text-lg font-bold tracking-tight whitespace-nowrap">
      {logoUrl ? (
        <img src={logoUrl} alt="" width={34} height={34} className="size-[34px] rounded-[10px] object-contain" />
      ) : (
        <span
          aria-hidden
          className="grid size-[34px] place-items-center rounded-[10px] bg-linear-to-br from-[#7b5cff] to-[#e2559b]"
        >
          <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
            <path d={star} fill="#fff" />
          </svg>
        </span>
      )}
      <span className="truncate">{brandName(language)}</span>
    </span>
  );
}
