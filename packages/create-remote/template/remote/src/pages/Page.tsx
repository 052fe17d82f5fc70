import type { PageProps } from '@cytocomm/contract';
import { Band, CalendarDate, EmptyState, ErrorState, Heading, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { useNews } from '../news/use-news.ts';
import classes from './{{component}}.module.css';

/** The public page: rendered on the server first, then in the browser with the same data. */
export default function {{component}}({ initialData }: PageProps) {
  return (
    <Band>
      <Heading level={1}>{{title}}</Heading>
      <p className={classes.lead}>Say here what this page is about.</p>
      <Heading level={2}>News</Heading>
      <News initialData={initialData} />
    </Band>
  );
}

function News({ initialData }: PageProps) {
  const { news, failure, retry } = useNews(initialData);
  if (failure !== null)
    return (
      <ErrorState title="The news could not be loaded." onRetry={retry}>
        {failure}
      </ErrorState>
    );
  if (news === null)
    return (
      <SkeletonGroup label="Loading news">
        <Skeleton shape="block" className={classes.skeleton} />
      </SkeletonGroup>
    );
  if (news.length === 0) return <EmptyState title="No news yet.">What is published appears here.</EmptyState>;
  return (
    <ul className={classes.news}>
      {news.map(({ id, title, date }) => (
        <li key={id}>
          <CalendarDate date={date} /> {title}
        </li>
      ))}
    </ul>
  );
}
