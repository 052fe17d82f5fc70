import { useAlertAudience } from '../../audience/audience-api.ts';
import { people } from '../../audience/audience-words.ts';
import { groupsIn, momentWords, plannedMoment, type ReleaseDraft, topicsOf } from '../release-draft.ts';

/** Properties of {@link Appearance}. */
export interface AppearanceProps {
  /** As it appears. */
  readonly draft: ReleaseDraft;
  /** Readers have it: what is published takes the place of what they read. */
  readonly isOut: boolean;
  readonly wasMailed: boolean;
}

/** When what is to be approved appears, for whom, and how many get it by mail. */
export function Appearance({ draft, isOut, wasMailed }: AppearanceProps) {
  const planned = draft.when === 'later' ? plannedMoment(draft) : undefined;
  const when = planned
    ? `It appears on ${momentWords(planned, draft.zone)}`
    : isOut
      ? 'It is corrected at once'
      : 'It appears at once';
  return (
    <p>
      {when}, {readersOf(draft)}. <Mails draft={draft} wasMailed={wasMailed} />
    </p>
  );
}

function readersOf({ forPublic, ...draft }: ReleaseDraft): string {
  if (forPublic) return 'for everybody';
  const groups = groupsIn({ forPublic, ...draft });
  return groups.length === 0 ? 'for all investors' : `for investors in ${groups.join(', ')}`;
}

function Mails({ draft, wasMailed }: Pick<AppearanceProps, 'draft' | 'wasMailed'>) {
  const groups = groupsIn(draft);
  const isMailed = draft.sendEmail && !wasMailed;
  const { data, error } = useAlertAudience(
    { query: { topics: [...topicsOf(draft)], ...(groups.length > 0 && { groups: [...groups] }) } },
    { skip: !isMailed || topicsOf(draft).length === 0 },
  );
  if (wasMailed) return 'It was e-mailed already; no mail goes out.';
  if (!isMailed) return 'No mail goes out.';
  if (data) return `It is e-mailed to ${people(data.recipients)}.`;
  return error === undefined ? 'Counting who gets it by mail …' : 'How many get it by mail could not be counted.';
}
