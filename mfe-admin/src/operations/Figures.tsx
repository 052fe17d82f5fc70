import { Link } from '@cytocomm/kit';
import { describeBytes, StatRow, StatTile } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useStorageUsage } from '../documents/document-api.ts';
import { type Count, type SignInDay, useMailCount, useSignInWeek } from './operations-api.ts';

/** The portal at work in four numbers. A number that cannot be read is a dash; the others stand. */
export function Figures() {
  const waiting = useMailCount('waiting');
  const troubled = useMailCount('troubled');
  const storage = useStorageUsage();
  const week = useSignInWeek();
  const failed = [waiting, troubled, storage, week].find(({ error }) => error !== undefined);

  return (
    <>
      <StatRow>
        <StatTile
          label={<Link to="/dashboard/admin/mail?status=waiting">Mail waiting</Link>}
          value={shown(waiting, inWords)}
          hint={waitingHint(waiting.data)}
          live
        />
        <StatTile
          label={<Link to="/dashboard/admin/mail">Mail in trouble</Link>}
          value={shown(troubled, inWords)}
          hint={troubledHint(troubled.data)}
          live
        />
        <StatTile
          label={<Link to="/dashboard/admin/documents">Storage used</Link>}
          value={shown(storage, ({ bytes }) => describeBytes(bytes))}
          hint={storage.data ? `${storage.data.documents.toLocaleString('en-US')} documents` : undefined}
          live
        />
        <StatTile
          label={<Link to="/dashboard/admin/users">Sign-ins this week</Link>}
          value={shown(week, ({ days, complete }) => inWords({ count: sumOf(days), more: !complete }))}
          hint="completed, in the last seven days"
        />
      </StatRow>
      {failed ? (
        <QueryFailure
          title="Some of these numbers could not be read."
          error={failed.error}
          onRetry={() => {
            for (const each of [waiting, troubled, storage, week]) if (each.error) void each.refetch();
          }}
          retrying={failed.isFetching}
        />
      ) : null}
    </>
  );
}

/** Returns a number, or why there is none: it is being read, or it could not be. */
function shown<Data>(
  { data, error }: { data?: Data | undefined; error?: unknown },
  write: (data: Data) => string,
): string {
  if (data !== undefined) return write(data);
  return error === undefined ? '…' : '–';
}

const inWords = ({ count, more }: Count): string => `${count}${more ? '+' : ''}`;

const sumOf = (days: readonly SignInDay[]): number => days.reduce((sum, { count }) => sum + count, 0);

const waitingHint = (waiting: Count | undefined) =>
  waiting && (waiting.count === 0 ? 'nothing waits' : 'on its way within a minute');

const troubledHint = (troubled: Count | undefined) =>
  troubled && (troubled.count === 0 ? 'nothing has failed' : 'failed, or waiting after a failure');
