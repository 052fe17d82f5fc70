import { listEvents, type SectionProps } from '@cytocomm/contract';
import { CalendarDate, EmptyState, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { endpoint, QueryFailure } from '@cytocomm/portal-api';

const { useQuery: useEvents } = endpoint(listEvents, { tags: ['Event'] });

/** A section of the dashboard: the dates of the portal's calendar. */
export default function Dates(_: SectionProps) {
  return (
    <Panel title="{{title}}: dates">
      <DateList />
    </Panel>
  );
}

function DateList() {
  const { data, error, isFetching, refetch } = useEvents();
  if (!data && error)
    return (
      <QueryFailure
        title="The dates could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!data)
    return (
      <SkeletonGroup label="Loading dates">
        <Skeleton shape="block" />
      </SkeletonGroup>
    );
  if (data.items.length === 0) return <EmptyState title="No dates yet.">What is planned appears here.</EmptyState>;
  return (
    <ul>
      {data.items.map(({ id, title, date }) => (
        <li key={id}>
          <CalendarDate date={date} /> {title}
        </li>
      ))}
    </ul>
  );
}
