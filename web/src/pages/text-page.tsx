// Every page that is text: help, tutorial, terms. The text of the route is loaded in both languages and shown in one.
import { fill } from 'contract/words.ts';
import { lazy, Suspense } from 'react';
import { buttonClasses } from 'ui/button.tsx';
import { useLanguage } from 'ui/language.tsx';
import type { PageProps } from '../route.ts';
import { Link } from '../router/link.tsx';
import { brandName, hasContact, settings } from '../settings.ts';
import type { Text } from './texts/text.ts';

const texts: Record<string, () => Promise<{ text: Text }>> = {
  '/help': () => import('./texts/help.ts'),
  '/tutorial': () => import('./texts/tutorial.ts'),
  '/faq': () => import('./texts/faq.ts'),
  '/refund': () => import('./texts/refund.ts'),
  '/agreement': () => import('./texts/agreement.ts'),
  '/privacy': () => import('./texts/privacy.ts'),
  '/privilege': () => import('./texts/privilege.ts'),
  '/contact': () => import('./texts/contact.ts'),
};

const bodies = Object.fromEntries(
  Object.entries(texts).map(([path, load]) => [
    path,
    lazy(async () => {
      const { text } = await load();
      return { default: () => <TextBody text={text} /> };
    }),
  ]),
);

export function TextPage({ route }: PageProps) {
  const Body = bodies[route.path]!;
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <Body />
    </Suspense>
  );
}

/** Whether there is something behind a link on this server. */
const leadsOn = (path: string) =>
  path === '/contact'
    ? hasContact()
    : ['/membership', '/privilege', '/refund'].includes(path)
      ? settings.membership
      : true;

/** Whether a section holds for this server, which may sell memberships or not. */
const isOfThisServer = ({ where }: Text['zh']['sections'][number]) =>
  where === undefined || (where === 'sold') === settings.membership;

function TextBody({ text }: { text: Text }) {
  const language = useLanguage();
  const { title, lead, sections, links } = text[language];
  const { brand, retentionHours } = settings;
  const places = {
    brand: brandName(language),
    hours: retentionHours,
    operator: brand.company ?? brandName(language),
    email: brand.contactEmail,
    phone: brand.contactPhone,
  };
  const values = Object.fromEntries(Object.entries(places).filter(([, value]) => value !== null)) as Record<
    string,
    string | number
  >;
  const isTold = (paragraph: string) => [...paragraph.matchAll(/\{(\w+)\}/g)].every(([, place]) => place! in values);
  const tell = ({ paragraphs, otherwise }: (typeof sections)[number]) => {
    const told = paragraphs.filter(isTold);
    return told.length === 0 && otherwise ? [otherwise] : told;
  };
  return (
    <article className="page max-w-3xl pt-12">
      <h1 className="text-4xl font-extrabold tracking-tight">{title}</h1>
      <p className="mt-4 text-lg leading-relaxed text-soft">{fill(lead, values)}</p>
      {sections.filter(isOfThisServer).map(section => (
        <section key={section.title} className="mt-9">
          <h2 className="text-xl font-bold">{section.title}</h2>
          {tell(section).map(paragraph => (
            <p key={paragraph} className="mt-3 leading-[1.8] text-pretty">
              {fill(paragraph, values)}
            </p>
          ))}
        </section>
      ))}
      <div className="mt-10 flex flex-wrap gap-3">
        {links
          .filter(([path]) => leadsOn(path))
          .map(([path, label], index) => (
            <Link key={path} to={path} className={buttonClasses({ variant: index === 0 ? 'primary' : 'secondary' })}>
              {label}
            </Link>
          ))}
      </div>
    </article>
  );
}
