import { describeBytes, StatRow, StatTile } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { type Count, useAdminMailCountQuery, useAdminSignInWeekQuery, useAdminStorageQuery } from './operations-api.ts';

/** The portal at work in four numbers. A number that cannot be read is a dash; the others stand. */
export function Figures() {
  const waiting = useAdminMailCountQuery('waiting');
  const troubled = useAdminMailCountQuery('troubled');
  const storage = useAdminStorageQuery();
  const week = useAdminSignInWeekQuery();
  const failed = [waiting, troubled, storage, week].find(({ error }) => error !== undefined);
  const signIns = week.data?.days.reduce((sum, { count }) => sum + count, 0);

  return (
    <>
      <StatRow>
        <StatTile label="Mail waiting" value={count(waiting.data)} hint="on its way within a minute" live />
        <StatTile
          label="Mail in trouble"
          value={count(troubled.data)}
          hint={troubled.data?.count === 0 ? 'nothing has failed' : 'failed, or waiting after a failure'}
          live
        />
        <StatTile
          label="Storage used"
          value={storage.data ? describeBytes(storage.data.bytes) : '–'}
          hint={storage.data ? `${storage.data.documents.toLocaleString('en-US')} documents` : undefined}
          live
        />
        <StatTile
          label="Sign-ins this week"
          value={signIns === undefined ? '–' : `${signIns}${week.data?.complete ? '' : '+'}`}
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

function count(data: Count | undefined): string {
  return data === undefined ? '–' : `${data.count}${data.more ? '+' : ''}`;
}
