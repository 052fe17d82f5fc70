import type { CalendarEvent } from '@cytocomm/contract';
import { ownZone } from '@cytocomm/kit/dashboard';
import { describeTimes } from './describe-times.ts';
import classes from './events.module.css';

/** Where an event is: its place, and its link. */
export function Whereabouts({ event: { place, url, title } }: { readonly event: CalendarEvent }) {
  if (place === undefined && url === undefined) return null;
  return (
    <span className={classes.where}>
      {place}
      {url === undefined ? null : (
        <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`Open the link of ${title}`}>
          Open the link
        </a>
      )}
    </span>
  );
}

/** When an event is: here, and there where the clocks show something else. */
export function Times({ event }: { readonly event: CalendarEvent }) {
  const { here, there } = describeTimes(event, ownZone());
  return (
    <span className={classes.times}>
      <time dateTime={event.date}>{here}</time>
      {there === null ? null : <span className={classes.there}>{there}</span>}
    </span>
  );
}

/** An event in a list: its title, when and where it is. */
export function EventLine({ event }: { readonly event: CalendarEvent }) {
  return (
    <div className={classes.line}>
      <span className={classes.title}>{event.title}</span>
      <Times event={event} />
      <Whereabouts event={event} />
    </div>
  );
}
