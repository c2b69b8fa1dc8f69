// The user's public profile: picture, names and gender.
import type { User } from 'contract/routes/accounts.ts';
import { AvatarRow } from './avatar-row.tsx';
import { DetailsForm } from './details-form.tsx';

export function PersonalInfo({ user }: { user: User }) {
  return (
    <>
      <section className="card p-6">
        <AvatarRow user={user} />
      </section>
      <section className="card p-6">
        <DetailsForm user={user} />
      </section>
    </>
  );
}
