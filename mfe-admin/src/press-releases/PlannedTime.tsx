import type { AdminPressRelease } from '@cytocomm/contract';
import { ExactTime } from '@cytocomm/kit';
import { knowsZone } from '@cytocomm/kit/dashboard';

/** Properties of {@link PlannedTime}. */
export interface PlannedTimeProps extends Pick<AdminPressRelease, 'timeZone'> {
  readonly publishAt: string;
  readonly className?: string | undefined;
}

/** The time that is planned, by the clocks that it was entered by; without a zone by the reader's own. */
export function PlannedTime({ publishAt, timeZone, className }: PlannedTimeProps) {
  if (timeZone === undefined || !knowsZone(timeZone)) return <ExactTime date={publishAt} className={className} />;
  const clock = new Date(publishAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <time dateTime={publishAt} className={className}>
      {clock} {timeZone.replaceAll('_', ' ')}
    </time>
  );
}
