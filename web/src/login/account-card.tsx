// The frame of the login and registration pages: a single centred card.
import type { ReactNode } from 'react';

interface AccountCardProps {
  title: string;
  lead?: string;
  children: ReactNode;
  /** A line below the card with a link to another page. */
  foot?: ReactNode;
}

export function AccountCard({ title, lead, children, foot }: AccountCardProps) {
  return (
    <div className="page max-w-md pt-10 sm:pt-14">
      <section className="card grid gap-5 p-6 sm:p-8">
        <div className="grid gap-1.5">
          <h1 className="text-2xl font-bold">{title}</h1>
          {lead && <p className="text-sm text-soft">{lead}</p>}
        </div>
        {children}
      </section>
      {foot && <p className="mt-4 text-center text-sm text-soft">{foot}</p>}
    </div>
  );
}
