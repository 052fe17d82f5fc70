import type { CalendarEvent, SectionProps } from '@cytocomm/contract';
import { ButtonLink, CalendarDate, RelativeTime } from '@cytocomm/kit';
import { Panel, StatRow, StatTile } from '@cytocomm/kit/dashboard';
import { AlertChoice } from '../alerts/AlertChoice.tsx';
import { useInvestorEventsQuery } from '../calendar/event-api.ts';
import { useInvestorNewsInfiniteQuery } from '../news/news-api.ts';
import { useInvestorReportsQuery } from '../reports/report-api.ts';

/** The block that investors alone have: what is newest, what comes next, whom to ask, and by which mails to hear of it. */
export default function InvestorBrief({ preview }: SectionProps) {
  const reports = useInvestorReportsQuery().data?.items;
  const news = useInvestorNewsInfiniteQuery().data?.pages[0]?.items;
  const events = useInvestorEventsQuery().data?.items;
  const next = events === undefined ? undefined : nextEvent(events);
  return (
    <Panel
      title="For investors"
      lead="What is new since you were here, and whom to ask."
      actions={
        <ButtonLink to="/contact" variant="secondary" size="small" icon="mail">
          Ask investor relations
        </ButtonLink>
      }
    >
      <StatRow>
        <StatTile
          label="Newest report"
          value={reports === undefined ? '…' : reports[0] ? <RelativeTime date={reports[0].uploadedAt} /> : 'None yet'}
          hint={reports?.[0]?.title}
        />
        <StatTile
          label="Newest investor news"
          value={news === undefined ? '…' : news[0] ? <RelativeTime date={news[0].date} /> : 'None yet'}
          hint={news?.[0]?.title}
        />
        <StatTile
          label="Next date"
          value={next === undefined ? '…' : next ? <CalendarDate date={next.date} /> : 'None set'}
          hint={next?.title}
        />
      </StatRow>
      {preview ? null : <AlertChoice />}
    </Panel>
  );
}

/** The first event that is today or later; null when there is none. */
function nextEvent(events: readonly CalendarEvent[], now = new Date()): CalendarEvent | null {
  const today = now.toISOString().slice(0, 10);
  const coming = events.filter(({ date }) => date.slice(0, 10) >= today);
  return coming.toSorted((a, b) => a.date.localeCompare(b.date))[0] ?? null;
}
