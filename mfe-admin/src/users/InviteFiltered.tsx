import type { UserExportQuery, UserInvitationQuery, UserInvitations } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { people } from '../lists/audience.ts';
import { MailMany } from '../lists/MailMany.tsx';
import { requireSignIn, tellFailure } from './outcome.tsx';
import { useInviteUsers } from './user-api.ts';

interface InviteFilteredProps {
  /** What the list is filtered by, and its order. */
  readonly query: UserExportQuery;
}

function describe({ invited, skipped, next }: UserInvitations, whose: string): string {
  const already = skipped === 0 ? '' : ` ${people(skipped)} ${skipped === 1 ? 'was' : 'were'} already invited today.`;
  const found = `${next === null ? '' : 'At least '}${people(invited)}`;
  const has = invited === 1 && next === null ? 'has' : 'have';
  return `${found} ${whose} ${has} never signed in and will get an invitation.${already}`;
}

/** Invites everyone in a filtered list who never signed in. */
export function InviteFiltered({ query }: InviteFilteredProps) {
  const { sort: _, neverSignedIn, ...filter } = query;
  const isFiltered = neverSignedIn === true || Object.keys(filter).length > 0;
  if (!isFiltered || neverSignedIn === false) return null;
  return <Invite filter={filter} label="Invite all in this list" whose="in this list" />;
}

interface InviteProps {
  readonly filter: Omit<UserInvitationQuery, 'dryRun' | 'cursor'>;
  readonly label: string;
  /** Whom the filter finds: `in this list`. */
  readonly whose: string;
}

/** Invites everyone whom a filter finds and who never signed in, after saying how many they are. */
export function Invite({ filter, label, whose }: InviteProps) {
  const [invite] = useInviteUsers();
  const noneLeft = `Everyone ${whose} was already invited today or has signed in.`;
  return (
    <MailMany
      // Another filter is another run.
      key={JSON.stringify(filter)}
      label={label}
      variant="secondary"
      question={`Invite everyone ${whose} who has never signed in?`}
      confirmLabel="Send the invitations"
      count={async () => {
        if (!requireSignIn()) return undefined;
        const { data, error } = await invite({ query: { ...filter, dryRun: true } });
        if (data === undefined) tellFailure('Failed to count whom to invite', error);
        else if (data.invited > 0 || data.next !== null) return describe(data, whose);
        else toast(noneLeft);
        return undefined;
      }}
      mail={async (cursor) => {
        const { data, error } = await invite({ query: { ...filter, cursor } });
        return { data: data && { mailed: data.invited, next: data.next }, error };
      }}
      noneLeft={noneLeft}
      failed="No invitation was sent."
    >
      <p>No one is invited twice on the same day. People who sign in while the e-mails go out may still get one.</p>
    </MailMany>
  );
}
