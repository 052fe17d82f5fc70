import type { PressReleaseStatus } from '@cytocomm/contract';
import { Button, Heading, Notice, RelativeTime } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { useEffect, useRef } from 'react';
import classes from './conflict.module.css';
import { type Conflict, differentSettings, type MeetingPlace, type Version, versionsOf } from './conflict.ts';
import type { PressReleaseDraft } from './press-release-draft.ts';
import { TextDifference } from './WordDiff.tsx';

interface ConflictViewProps {
  readonly conflict: Conflict;
  /** What stands in the form. */
  readonly draft: PressReleaseDraft;
  /** Whether the browser has what was written last. */
  readonly isKept: boolean;
  readonly onChoose: (version: Version) => void;
}

/** Two texts of one release: shows where they differ, and goes on with the one that is chosen, or with both. */
export function ConflictView({ conflict, draft, isKept, onChoose }: ConflictViewProps) {
  const { theirs: stored, isMoved, at } = conflict;
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isOwn = useSession(({ email }) => email === stored.changedBy);
  const { mine, theirs, both } = versionsOf(draft, conflict);
  return (
    <section aria-label="Two versions" className={classes.conflict}>
      <div ref={heading} tabIndex={-1} className={classes.opening}>
        <Notice tone="warning" title={`Somebody else saved this release ${MEETING[at]}.`} live>
          <p>
            {stored.changedBy ?? 'Another person'}, <RelativeTime date={stored.updatedAt} />. Keep yours, and{' '}
            {isOwn ? 'it takes the place of theirs' : 'theirs stays among the revisions'}. Take theirs, and yours{' '}
            {isKept ? 'stays in this browser' : 'is lost: this browser cannot keep it'}. Copy both, and yours stands
            below theirs.
          </p>
          {isMoved ? <p>{MOVED[stored.status]}</p> : null}
          {NOT_DONE[at] ? <p>{NOT_DONE[at]}</p> : null}
        </Notice>
      </div>
      <p className={classes.hint}>Theirs is struck out where you wrote something else; yours is marked.</p>
      <TextDifference from={theirs} to={mine} />
      {differentSettings(theirs, mine).map(({ name, from, to }) => (
        <div key={name}>
          <Heading level={3} size="title-small">
            {name}
          </Heading>
          <p className={classes.words}>
            <del>{from}</del> <ins>{to}</ins>
          </p>
        </div>
      ))}
      <div className={classes.actions}>
        <Button onClick={() => onChoose('mine')}>Keep mine</Button>
        <Button variant="secondary" onClick={() => onChoose('theirs')}>
          Take theirs
        </Button>
        {both.content === theirs.content ? null : (
          <Button variant="secondary" onClick={() => onChoose('both')}>
            Copy both
          </Button>
        )}
      </div>
    </section>
  );
}

const MEETING: Readonly<Record<MeetingPlace, string>> = {
  writing: 'while you were writing',
  publishing: 'first',
  approval: 'first',
};

const MOVED: Readonly<Record<PressReleaseStatus, string>> = {
  draft: 'They took it back: it is a draft.',
  scheduled: 'They scheduled it.',
  published: 'They published it: readers see their text.',
};

const NOT_DONE: Readonly<Record<MeetingPlace, string | null>> = {
  writing: null,
  publishing: 'Nothing of yours was published. You can publish the text you choose afterwards.',
  approval: 'Nothing was asked or answered. You can do that with the text you choose afterwards.',
};
