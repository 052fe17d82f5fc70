import type {
  AdminPressRelease,
  PressReleaseExportQuery,
  PressReleaseSort,
  PressReleaseStatus,
} from '@cytocomm/contract';
import {
  Button,
  ButtonLink,
  Dialog,
  EmptyState,
  ExactTime,
  Link,
  Notice,
  RelativeTime,
  Tag,
  type TagProps,
  toast,
} from '@cytocomm/kit';
import {
  DeleteButton,
  EmailWords,
  type GridColumn,
  knowsZone,
  StatRow,
  StatTile,
  TableSkeleton,
} from '@cytocomm/kit/dashboard';
import { BulkBar, DeleteChosen, problemMessage, useDeletionToast, useEach } from '@cytocomm/portal-api';
import { useState } from 'react';
import { Loaded } from '../lists/Loaded.tsx';
import { choiceFilter, type ListFilter, searchFilter, sortFilter } from '../lists/list-filters.tsx';
import lists from '../lists/lists.module.css';
import { column, type ListView, ResourceList, type Selection } from '../lists/ResourceList.tsx';
import { RowLink } from '../lists/records.tsx';
import { useDeletePressRelease, usePressRelease, usePressReleasePages } from './press-release-api.ts';
import { pressReleaseName } from './press-release-draft.ts';
import classes from './press-releases.module.css';
import { unsavedTexts } from './unsaved-text.ts';

/** Whether a release goes or went out by mail, and how its mails are doing. */
function MailState({ release }: { readonly release: AdminPressRelease }) {
  const [open, setOpen] = useState(false);
  if (!release.sendEmail) return <span className={classes.meta}>no</span>;
  if (release.status !== 'published') return <span className={classes.meta}>when it appears</span>;
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        <span className="visually-hidden">Mails of {release.title}: </span>
        {release.mailing === 'queued' && release.recipients === 0 ? (
          'no recipients'
        ) : release.emailSentDate ? (
          <span>
            sent <RelativeTime date={release.emailSentDate} />
          </span>
        ) : (
          'on its way'
        )}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Mails of “${release.title}”`}>
        <Mails id={release.id} />
      </Dialog>
    </>
  );
}

function Mails({ id }: { readonly id: string }) {
  return (
    <Loaded
      query={usePressRelease({ params: { id } })}
      pending={<TableSkeleton label="Counting mails" columns={4} rows={1} />}
      failed="The mails could not be counted."
    >
      {({ mails }) =>
        mails ? (
          <StatRow>
            <StatTile label="Recipients" value={mails.recipients} />
            <StatTile label="Sent" value={mails.sent} />
            <StatTile label="Waiting" value={mails.waiting} live />
            <StatTile
              label="Failed"
              value={mails.failed}
              hint={mails.failed > 0 ? 'with the reason under Mail' : undefined}
            />
          </StatRow>
        ) : (
          <p>The outbox does not remember mails of this release.</p>
        )
      }
    </Loaded>
  );
}

interface PlannedTimeProps extends Pick<AdminPressRelease, 'timeZone'> {
  readonly publishAt: string;
  readonly className?: string | undefined;
}

/** The time that is planned, by the clocks that it was entered by; without a zone by the reader's own. */
function PlannedTime({ publishAt, timeZone, className }: PlannedTimeProps) {
  if (timeZone === undefined || !knowsZone(timeZone)) return <ExactTime date={publishAt} className={className} />;
  const clock = new Date(publishAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <time dateTime={publishAt} className={className}>
      {clock} {timeZone.replaceAll('_', ' ')}
    </time>
  );
}

const tones: Readonly<Record<PressReleaseStatus, NonNullable<TagProps['tone']>>> = {
  draft: 'neutral',
  scheduled: 'amber',
  published: 'teal',
};

const APPROVAL = {
  asked: { tone: 'amber', word: 'to approve' },
  approved: { tone: 'teal', word: 'approved' },
  declined: { tone: 'amber', word: 'declined' },
  outdated: { tone: 'neutral', word: 'to approve again' },
} as const;

/** Returns the columns of the list of press releases; `path` is its address. */
function columnsOf(path: string): readonly GridColumn<AdminPressRelease>[] {
  const addressOf = ({ id }: AdminPressRelease) => `${path}/${id}/edit`;
  return [
    column('title', 'Title', { rowHeader: true, sortable: true, width: 206, grow: 3 }, (release) => (
      <Link to={addressOf(release)} className={classes.title}>
        {pressReleaseName(release)}
      </Link>
    )),
    column('status', 'Status', { grow: 0, width: 124 }, ({ status, pending, approval }) => (
      <span className={classes.tags}>
        <Tag tone={tones[status]}>{status}</Tag>
        {pending ? <Tag tone="amber">changes</Tag> : null}
        {approval && approval.state !== 'none' ? (
          <Tag tone={APPROVAL[approval.state].tone}>{APPROVAL[approval.state].word}</Tag>
        ) : null}
      </span>
    )),
    column('date', 'Appears', { sortable: 'time', grow: 0, width: 136 }, (release) => <Appears release={release} />),
    column('target', 'For', { folded: true, grow: 0, width: 88 }, ({ target, groups = [] }) => (
      <span className={classes.meta}>
        {target.join(', ') || 'no one'}
        {groups.length > 0 ? ` in ${groups.join(', ')}` : null}
      </span>
    )),
    column('mail', 'E-mail', { folded: true, grow: 0, width: 120 }, (release) => <MailState release={release} />),
    column('author', 'Author', { folded: true, sortable: true, width: 156 }, ({ author }) => (
      <span className={classes.meta}>
        <EmailWords email={author} />
      </span>
    )),
    column('updatedAt', 'Changed', { folded: true, sortable: 'time', grow: 0, width: 116 }, ({ updatedAt }) => (
      <RelativeTime date={updatedAt} className={classes.meta} />
    )),
    column('actions', 'Actions', { actions: true, grow: 0, width: 100 }, (release) => (
      <span className={classes.rowActions}>
        <RowLink icon="edit" word="Edit" label={`Edit ${pressReleaseName(release)}`} to={addressOf(release)} />
        <DeleteRelease release={release} />
      </span>
    )),
  ];
}

/** When it appeared, appears, or is planned to. */
function Appears({ release: { status, date, publishAt, timeZone } }: { readonly release: AdminPressRelease }) {
  if (date !== null && status === 'published') return <RelativeTime date={date} className={classes.meta} />;
  const time = date ?? publishAt;
  if (time === null) return <span className={classes.meta}>not planned</span>;
  return (
    <span className={classes.meta}>
      {status === 'draft' ? 'planned for ' : null}
      <PlannedTime publishAt={time} timeZone={timeZone} />
    </span>
  );
}

function DeleteRelease({ release }: { readonly release: AdminPressRelease }) {
  const { id, etag } = release;
  const title = pressReleaseName(release);
  const [deletePressRelease] = useDeletePressRelease();
  const tellDeleted = useDeletionToast();
  const onDelete = async () => {
    const { error } = await deletePressRelease({ params: { id }, headers: { 'if-match': etag } });
    if (error) toast.error(`“${title}” was not deleted. ${problemMessage(error)}`);
    else tellDeleted('Press release deleted', { kind: 'press-release', id, title });
  };
  return (
    <DeleteButton
      name={title}
      question="Delete this press release?"
      confirmLabel="Delete press release"
      iconOnly
      onDelete={onDelete}
    >
      “{title}” disappears from the site, the feed and all dashboards. You can take this back within 30 days; mails that
      left cannot be called back.
    </DeleteButton>
  );
}

const STATUSES = [
  { value: 'draft', label: 'Drafts' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
] as const;
const ASKED = { value: 'asked', label: 'Waiting for approval' } as const;

const SORTS: readonly PressReleaseSort[] = [
  ...(['-updatedAt', 'updatedAt', 'title', '-title', 'date', '-date', 'author', '-author'] as const),
];

/** Returns the filters of the list; only where a second person approves, one finds what waits for that. */
const filtersOf = (hasApproval: boolean): readonly ListFilter<PressReleaseExportQuery>[] => [
  searchFilter(
    { label: 'Search press releases', maxLength: 200, placeholder: 'Part of a title or author' },
    (search) => ({ search }),
  ),
  choiceFilter<(typeof STATUSES)[number]['value'] | 'asked', PressReleaseExportQuery>(
    'status',
    {
      label: 'Status of press releases',
      all: 'All states',
      choices: [...STATUSES, ...(hasApproval ? [ASKED] : [])],
    },
    (status) => (status === 'asked' ? { approval: status } : { status }),
  ),
  { ...sortFilter(SORTS), query: (sort) => ({ sort: SORTS.find((each) => each === sort) ?? '-updatedAt' }) },
];

/** The filters of the list of press releases. */
export const filters = filtersOf(true);

/** What is done to all press releases that are chosen. One that was changed since it was seen is not deleted. */
function PressReleaseBulk({ chosen, selected, onSelect }: Selection<AdminPressRelease>) {
  const [deletePressRelease] = useDeletePressRelease();
  const { run, ...each } = useEach(problemMessage);
  return (
    <BulkBar label="Selected press releases" selected={selected} onSelect={onSelect} each={each}>
      {(state) => (
        <DeleteChosen
          {...state}
          kind="press-release"
          one="press release"
          several="press releases"
          chosen={chosen}
          nameOf={pressReleaseName}
          remove={(id, release) => deletePressRelease({ params: { id }, headers: { 'if-match': release?.etag ?? '' } })}
          run={run}
          onSelect={onSelect}
        >
          They disappear from the site, the feed and all dashboards. You can take this back within 30 days; mails that
          left cannot be called back.
        </DeleteChosen>
      )}
    </BulkBar>
  );
}

interface PressReleaseListProps {
  /** The address of the tool. */
  readonly path: string;
  readonly view: ListView<PressReleaseExportQuery>;
}

/** All press releases: searched, filtered and sorted by the server, page after page. */
export function PressReleaseList({ path, view }: PressReleaseListProps) {
  const query = usePressReleasePages({ query: view.pageQuery });
  const hasApproval = query.data?.pages.some(({ items }) => items.some(({ approval }) => approval !== undefined));
  return (
    <>
      <div className={lists.told}>
        <UnsavedTexts path={path} />
      </div>
      <ResourceList
        view={hasApproval || view.values.status === 'asked' ? view : { ...view, filters: filtersOf(false) }}
        query={query}
        pending={<TableSkeleton label="Loading press releases" columns={5} rows={4} />}
        failed="The press releases could not be loaded."
        failedLater="More press releases could not be loaded."
        caption="Press releases"
        columns={columnsOf(path)}
        rowKey={({ id }) => id}
        rowName={pressReleaseName}
        nothing={<EmptyState title="No press releases yet.">Write the first one with New release.</EmptyState>}
        empty="No press releases found."
        viewKey="press-releases"
        bulk={(selection) => <PressReleaseBulk {...selection} />}
      />
    </>
  );
}

/** The person's texts in this browser that did not reach the server, each with a link to it. */
function UnsavedTexts({ path }: { readonly path: string }) {
  const [texts] = useState(unsavedTexts);
  return texts.map(({ key, id, draft }) => (
    <Notice key={key} tone="warning" title={`“${draft.title.trim() || 'Untitled'}” did not reach the portal.`}>
      <ButtonLink variant="secondary" size="small" to={id === null ? `${path}/new` : `${path}/${id}/edit`}>
        Open it
      </ButtonLink>
    </Notice>
  ));
}
