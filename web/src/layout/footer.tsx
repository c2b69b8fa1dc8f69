// The footer: links to further pages, and the operator's name and contact details. Settings that the operator left empty are not shown.
import { fill } from 'contract/words.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Link } from '../router/link.tsx';
import { brandName, hasContact, settings } from '../settings.ts';
import { WhereSold } from '../where-sold.tsx';
import { shellWords } from '../words/shell.ts';
import { BrandMark } from './brand-mark.tsx';

export function Footer() {
  const words = useWords(shellWords);
  const language = useLanguage();
  const { brand, retentionHours } = settings;
  const columns = [
    {
      title: words.about,
      sold: [['/membership', words.membership]],
      links: [
        ['/', words.home],
        ['/help', words.help],
        ['/tutorial', words.tutorial],
        ['/faq', words.faq],
        ['/chat', words.assistant],
        ['/products', words.products],
      ],
    },
    {
      title: words.rules,
      sold: [
        ['/privilege', words.privilege],
        ['/refund', words.refund],
      ],
      links: [
        ['/agreement', words.agreement],
        ['/privacy', words.privacy],
        ...(hasContact() ? ([['/contact', words.contact]] as const) : []),
        ['/about', words.aboutProduct],
      ],
    },
  ] as const;
  const owner = brand.company ?? brandName(language);
  return (
    <footer data-site-frame className="mt-20 border-t border-line bg-paper">
      <div className="page grid grid-cols-2 gap-10 py-12 md:grid-cols-[1.8fr_1fr_1fr_auto]">
        <div className="col-span-2 grid max-w-sm content-start gap-4 md:col-span-1">
          <BrandMark />
          <p className="text-sm leading-relaxed text-soft">{fill(words.savePromptly, { hours: retentionHours })}</p>
          {(brand.contactEmail || brand.contactPhone) && (
            <div className="grid gap-1 text-sm leading-relaxed">
              <p className="text-soft">{words.contactText}</p>
              <p className="flex flex-wrap gap-x-5 gap-y-1">
                {brand.contactEmail && (
                  <ContactLink href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</ContactLink>
                )}
                {brand.contactPhone && (
                  <ContactLink href={`tel:${brand.contactPhone}`}>{brand.contactPhone}</ContactLink>
                )}
              </p>
            </div>
          )}
        </div>
        {columns.map(column => (
          <nav key={column.title} aria-label={column.title} className="grid content-start">
            <h2 className="mb-1.5 text-sm font-semibold">{column.title}</h2>
            <FooterLinks links={column.links} />
            <WhereSold>
              <FooterLinks links={column.sold} />
            </WhereSold>
          </nav>
        ))}
        {brand.socialQrUrl && (
          <figure className="grid content-start justify-items-start gap-2">
            <img
              src={brand.socialQrUrl}
              alt={words.followUs}
              width={112}
              height={112}
              loading="lazy"
              className="rounded-xl border border-line bg-white p-1.5"
            />
            <figcaption className="text-sm text-soft">{words.followUs}</figcaption>
          </figure>
        )}
      </div>
      <div className="page flex flex-wrap gap-x-6 gap-y-1 border-t border-line py-5 text-[0.8125rem] text-soft">
        <span>
          © {new Date().getFullYear()} {owner} · {words.rightsReserved}
        </span>
        {brand.filingNumber && <span>{brand.filingNumber}</span>}
      </div>
    </footer>
  );
}

function FooterLinks({ links }: { links: readonly (readonly [path: string, label: string])[] }) {
  return links.map(([path, label]) => (
    <Link key={path} to={path} className="flex min-h-9 items-center text-sm text-soft hover:text-ink hover:underline">
      {label}
    </Link>
  ));
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="font-medium text-accent-ink hover:underline">
      {children}
    </a>
  );
}
