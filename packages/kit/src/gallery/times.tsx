import { CalendarDate, ExactTime, LocalDate, RelativeTime } from '../index.ts';
import { type GalleryGroup, state } from './entry.ts';

const MOMENT = '2025-11-20T14:30:00Z';
const HOUR_MS = 3_600_000;

const fromNow = (hours: number) => <RelativeTime date={Date.now() + hours * HOUR_MS} />;

export const times: GalleryGroup = {
  id: 'times',
  title: 'Times',
  entries: [
    { component: 'CalendarDate', states: [state('A date without a time', <CalendarDate date="2025-11-20" />)] },
    { component: 'LocalDate', states: [state('The day where the reader is', <LocalDate date={MOMENT} />)] },
    { component: 'ExactTime', states: [state('Day, time and zone', <ExactTime date={MOMENT} />)] },
    {
      component: 'RelativeTime',
      states: [
        state('Now', fromNow(0)),
        state('Past', fromNow(-3)),
        state('Future', fromNow(50)),
        state('Long past', fromNow(-24 * 800)),
      ],
    },
  ],
};
