import type { PressReleaseRevision } from '@cytocomm/contract';
import { EmptyState, ExactTime, Heading, Radio, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { QueryFailure } from '@cytocomm/portal-api';
import { useEffect, useEffectEvent } from 'react';
import type { PressReleaseDraft } from '../press-release-draft.ts';
import { WordDiff } from '../WordDiff.tsx';
import { useRevision, useRevisions } from './revision-api.ts';
import classes from './revisions.module.css';

/** Properties of {@link RevisionChoice}. */
export interface RevisionChoiceProps {
  readonly id: string;
  /** What stands in the form: the chosen text is compared with it. */
  readonly draft: PressReleaseDraft;
  readonly chosen: PressReleaseRevision | null;
  readonly onChoose: (revision: PressReleaseRevision) => void;
}

/** The earlier texts of a release, one of which is chosen, and where it differs from what stands in the form. */
export function RevisionChoice({ id, draft, chosen, onChoose }: RevisionChoiceProps) {
  const { data, error, isFetching, refetch } = useRevisions({ params: { id } }, { refetchOnMountOrArgChange: true });
  const earlier = data?.items.filter(({ isCurrent }) => !isCurrent);
  const newest = earlier?.[0];
  const chooseNewest = useEffectEvent(() => newest && chosen === null && onChoose(newest));
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is another newest one
  useEffect(() => void chooseNewest(), [newest]);

  if (earlier === undefined && error)
    return (
      <QueryFailure
        title="The revisions could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (earlier === undefined) return <Loading label="Loading revisions" />;
  if (earlier.length === 0)
    return (
      <EmptyState title="No earlier texts yet.">
        One is kept when you pause for ten minutes, when somebody else goes on writing, and of all that readers saw.
      </EmptyState>
    );
  return (
    <div className={classes.columns}>
      <fieldset className={classes.list}>
        <legend className="visually-hidden">Earlier texts</legend>
        {earlier.map((revision) => (
          <Radio
            key={revision.number}
            name="revision"
            checked={revision.number === chosen?.number}
            onChange={() => onChoose(revision)}
            className={classes.revision}
            label={
              <>
                <span className="tabular">
                  <ExactTime date={revision.at} />
                </span>
                <span className={classes.by}>
                  {revision.by}
                  {WORDS[revision.state]}
                </span>
              </>
            }
          />
        ))}
      </fieldset>
      {chosen ? <Difference key={chosen.number} id={id} number={chosen.number} draft={draft} /> : null}
    </div>
  );
}

const WORDS: Readonly<Record<PressReleaseRevision['state'], string>> = {
  saved: '',
  scheduled: ' · scheduled',
  published: ' · published',
};

interface DifferenceProps {
  readonly id: string;
  readonly number: number;
  readonly draft: PressReleaseDraft;
}

function Difference({ id, number, draft }: DifferenceProps) {
  const { data, error, isFetching, refetch } = useRevision({ params: { id, number: String(number) } });
  if (data === undefined && error)
    return (
      <QueryFailure
        title="This text could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  return (
    <section aria-label="Difference to the present text" className={classes.difference}>
      {data === undefined ? (
        <Loading label="Loading the text" />
      ) : data.title === draft.title.trim() && data.content === draft.content ? (
        <p>This is the text that stands in the form.</p>
      ) : (
        <>
          <p className={classes.hint}>Struck out: what was there then. Marked: what stands in the form instead.</p>
          {data.title === draft.title.trim() ? null : (
            <>
              <Heading level={3} size="title-small">
                Title
              </Heading>
              <WordDiff part="Title" from={data.title} to={draft.title} />
            </>
          )}
          {data.content === draft.content ? null : (
            <>
              <Heading level={3} size="title-small">
                Text
              </Heading>
              <WordDiff part="Text" from={data.content} to={draft.content} />
            </>
          )}
        </>
      )}
    </section>
  );
}

function Loading({ label }: { readonly label: string }) {
  return (
    <SkeletonGroup label={label}>
      <Skeleton shape="block" />
    </SkeletonGroup>
  );
}
