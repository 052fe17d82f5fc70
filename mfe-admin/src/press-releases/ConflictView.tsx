import type { PressReleaseStatus } from '@cytocomm/contract';
import { Button, Heading, Notice, Radio, RelativeTime } from '@cytocomm/kit';
import { type Ref, useEffect, useId, useMemo, useRef, useState } from 'react';
import classes from './conflict.module.css';
import { type Choice, type Conflict, type MeetingPlace, type MergePart, mergeOf } from './merge.ts';
import type { Side } from './merge-blocks.ts';
import { draftOf, type PressReleaseDraft } from './press-release-draft.ts';
import { WordDiff } from './WordDiff.tsx';

interface ConflictViewProps extends Conflict {
  readonly mine: PressReleaseDraft;
  /** Saves what was made of both. */
  readonly onSettle: (merged: PressReleaseDraft) => void;
}

/** Two texts of one release: shows where they differ, and makes one of both. */
export function ConflictView({ base, mine, theirs, isMoved, at, onSettle }: ConflictViewProps) {
  const heading = useRef<HTMLDivElement>(null);
  const nextOpen = useRef<HTMLFieldSetElement>(null);
  const merge = useMemo(() => mergeOf(base, mine, draftOf(theirs), isMoved), [base, mine, theirs, isMoved]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  useEffect(() => heading.current?.focus(), []);
  const choices = new Map(
    merge.parts.flatMap(({ key, changedBy }) => {
      const choice = chosen.get(key) ?? changedBy;
      return choice === null ? [] : [[key, choice] as const];
    }),
  );
  const open = merge.parts.filter(({ key }) => !choices.has(key));
  const all = (side: Side) => setChosen(new Map(merge.parts.map(({ key }) => [key, side] as const)));

  return (
    <section aria-label="Two versions" className={classes.conflict}>
      <div ref={heading} tabIndex={-1} className={classes.opening}>
        <Notice
          tone="warning"
          title={
            at === 'writing'
              ? 'Somebody else saved this release while you were writing.'
              : 'Somebody else saved this release first.'
          }
          live
        >
          <p>
            {theirs.changedBy ?? 'Another person'}, <RelativeTime date={theirs.updatedAt} />. Nothing is lost: choose
            for each part below. What only one of you changed is chosen already. Of a text that both of you changed you
            can keep both.
          </p>
          {isMoved ? <p>{MOVED[theirs.status]}</p> : null}
          {NOT_DONE[at] ? <p>{NOT_DONE[at]}</p> : null}
        </Notice>
      </div>
      <div className={classes.actions}>
        <Button variant="secondary" size="small" onClick={() => all('mine')}>
          Take all of mine
        </Button>
        <Button variant="secondary" size="small" onClick={() => all('theirs')}>
          Take all of theirs
        </Button>
      </div>
      {merge.parts.map((part) => (
        <Part
          key={part.key}
          ref={part === open[0] ? nextOpen : undefined}
          part={part}
          choice={choices.get(part.key)}
          onChoose={(choice) => setChosen(new Map(chosen).set(part.key, choice))}
        />
      ))}
      <div className={classes.actions}>
        <Button disabled={open.length > 0} onClick={() => onSettle(merge.result(choices))}>
          Continue with this text
        </Button>
        {open.length > 0 ? (
          <>
            <span>{open.length === 1 ? 'One part is' : `${open.length} parts are`} not chosen yet.</span>
            <Button variant="quiet" size="small" onClick={() => nextOpen.current?.focus()}>
              Go to the next part to choose
            </Button>
          </>
        ) : null}
      </div>
    </section>
  );
}

const MOVED: Readonly<Record<PressReleaseStatus, string>> = {
  draft: 'They took it back: it is a draft.',
  scheduled: 'They scheduled it.',
  published: 'They published it: readers see their text.',
};
const NOT_DONE: Readonly<Record<MeetingPlace, string | null>> = {
  writing: null,
  publishing: 'Nothing of yours was published. You can publish what you make of both afterwards.',
  approval: 'Nothing was asked or answered. You can do that with what you make of both afterwards.',
};

interface PartProps {
  readonly ref: Ref<HTMLFieldSetElement> | undefined;
  readonly part: MergePart;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

const offers = [
  { choice: 'theirs', label: 'Theirs' },
  { choice: 'mine', label: 'Mine' },
  { choice: 'both', label: 'Both, theirs first' },
] as const;

function Part({ ref, part, choice, onChoose }: PartProps) {
  const name = useId();
  return (
    <fieldset ref={ref} tabIndex={-1} className={classes.part}>
      <legend>
        <Heading level={3} size="title-small">
          {part.name}
        </Heading>
      </legend>
      <p className={classes.hint}>Theirs is struck out where you wrote something else; yours is marked.</p>
      {part.isChoice ? (
        <p className={classes.words}>
          <del>{part.theirs}</del> <ins>{part.mine}</ins>
        </p>
      ) : (
        <WordDiff part={part.name} from={part.theirs} to={part.mine} />
      )}
      <div className={classes.actions}>
        {offers
          .filter((each) => part[each.choice] !== undefined)
          .map((each) => (
            <Radio
              key={each.choice}
              label={each.label}
              name={name}
              checked={choice === each.choice}
              onChange={() => onChoose(each.choice)}
            />
          ))}
      </div>
    </fieldset>
  );
}
