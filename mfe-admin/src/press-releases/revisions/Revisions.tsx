import {
  type AdminPressRelease,
  listPressReleaseRevisions,
  type PressReleaseRevision,
  readPressReleaseRevision,
  restorePressReleaseRevision,
} from '@cytocomm/contract';
import { Button, Dialog, EmptyState, ExactTime, Radio, Skeleton, SkeletonGroup, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { endpoint, mutation, problemMessage } from '@cytocomm/portal-api';
import { useEffect, useEffectEvent, useState } from 'react';
import { Failed, Loaded } from '../../lists/Loaded.tsx';
import type { PressReleaseDraft, StoredPressRelease } from '../press-release-draft.ts';
import { isSameContent } from '../same-text.ts';
import { TextDifference } from '../WordDiff.tsx';
import classes from './revisions.module.css';

const tags = ['PressRelease'] as const;

const { useQuery: useRevisions } = endpoint(listPressReleaseRevisions, { tags });
const { useQuery: useRevision } = endpoint(readPressReleaseRevision, { tags });
const { useMutation: useRestoreRevision } = mutation(restorePressReleaseRevision, { tags, evenIfRefused: true });

interface RevisionChoiceProps {
  readonly id: string;
  /** What stands in the form: the chosen text is compared with it. */
  readonly draft: PressReleaseDraft;
  readonly chosen: PressReleaseRevision | null;
  readonly onChoose: (revision: PressReleaseRevision) => void;
}

/** The earlier texts of a release, one of which is chosen, and where it differs from what stands in the form. */
function RevisionChoice({ id, draft, chosen, onChoose }: RevisionChoiceProps) {
  const query = useRevisions({ params: { id } }, { refetchOnMountOrArgChange: true });
  const earlier = query.data?.items.filter(({ isCurrent }) => !isCurrent);
  const newest = earlier?.[0];
  const chooseNewest = useEffectEvent(() => newest && chosen === null && onChoose(newest));
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is another newest one
  useEffect(() => void chooseNewest(), [newest]);

  if (earlier === undefined)
    return query.error ? (
      <Failed title="The revisions could not be loaded." query={query} />
    ) : (
      <Loading label="Loading revisions" />
    );
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
  return (
    <section aria-label="Difference to the present text" className={classes.difference}>
      <Loaded
        query={useRevision({ params: { id, number: String(number) } })}
        pending={<Loading label="Loading the text" />}
        failed="This text could not be loaded."
      >
        {(text) =>
          text.title === draft.title.trim() && isSameContent(text, draft) ? (
            <p>This is the text that stands in the form.</p>
          ) : (
            <>
              <p className={classes.hint}>Struck out: what was there then. Marked: what stands in the form instead.</p>
              <TextDifference from={text} to={draft} />
            </>
          )
        }
      </Loaded>
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

interface RevisionsProps {
  /** What stands in the form. */
  readonly draft: PressReleaseDraft;
  /** Returns the release as it is stored; null while it is not. */
  readonly storedRelease: () => StoredPressRelease | null;
  /** Saves what is not saved yet. */
  readonly flush: () => Promise<boolean>;
  /** Takes the text that is back. Returns whether it stands in the form: else the person is shown both. */
  readonly onRestored: (release: AdminPressRelease) => boolean;
}

/** What is open: the list, or the question whether a text is to come back. */
type Opened = { readonly id: string; readonly asks: boolean; readonly chosen: PressReleaseRevision | null };

/** The button of the earlier texts of a release, their list, and the way back to one of them. */
export function Revisions({ draft, storedRelease, flush, onRestored }: RevisionsProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [restore, { isLoading }] = useRestoreRevision();
  const open = async () => {
    // What is written now is among them, and what it is compared with is saved.
    await flush();
    const release = storedRelease();
    if (release) setOpened({ id: release.id, asks: false, chosen: null });
    else toast('There are no earlier texts yet: nothing of this release is saved.');
  };
  const onConfirm = async (number: number) => {
    setOpened(null);
    const isSaved = await flush();
    const release = storedRelease();
    if (!isSaved || release === null) {
      toast.error(
        'The earlier text was not taken back. What stands here could not be saved first: the save status says why.',
      );
      return;
    }
    const params = { id: release.id, number: String(number) };
    const { data, error } = await restore({ params, headers: { 'if-match': release.etag } });
    if (data === undefined) toast.error(`The earlier text was not taken back. ${problemMessage(error)}`);
    else if (onRestored(data)) toast.success('The earlier text is back. What stood here is kept among the revisions.');
  };
  const chosen = opened?.chosen ?? null;
  return (
    <>
      <Button variant="quiet" icon="clock" busy={isLoading} onClick={() => void open()}>
        Revisions
      </Button>
      {opened && !opened.asks ? (
        <Dialog
          open
          onClose={() => setOpened(null)}
          title="Revisions"
          size="wide"
          actions={
            <Button disabled={chosen === null} onClick={() => setOpened({ ...opened, asks: true })}>
              Restore this text
            </Button>
          }
        >
          <RevisionChoice
            id={opened.id}
            draft={draft}
            chosen={chosen}
            onChoose={(next) => setOpened({ ...opened, chosen: next })}
          />
        </Dialog>
      ) : null}
      {chosen ? (
        <ConfirmDialog
          open={opened?.asks === true}
          question="Restore this text?"
          confirmLabel="Restore it"
          cancelLabel="Back to the revisions"
          onCancel={() => setOpened(opened && { ...opened, asks: false })}
          onConfirm={() => void onConfirm(chosen.number)}
        >
          <p>
            Title and text become those of <ExactTime date={chosen.at} />. What stands in the form now is kept as a
            revision, and readers see nothing of it before you publish.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
