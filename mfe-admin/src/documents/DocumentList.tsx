import type { DocumentExportQuery, DocumentSort, StoredDocument } from '@cytocomm/contract';
import { CalendarDate, classNames, EmptyState, RelativeTime, Tag, toast } from '@cytocomm/kit';
import { DeleteButton, describeBytes, EmailWords, type GridColumn, TableSkeleton } from '@cytocomm/kit/dashboard';
import {
  ItemGroups,
  kindLabel,
  problemMessage,
  useDeletionToast,
  WANTED_KINDS,
  YearField,
  yearNamed,
} from '@cytocomm/portal-api';
import { type ReactNode, useState } from 'react';
import { choiceFilter, type ListFilter, searchFilter, sortFilter } from '../lists/list-filters.tsx';
import { RenameButton } from '../lists/RenameButton.tsx';
import { column, type ListView, ResourceList } from '../lists/ResourceList.tsx';
import { RowLink } from '../lists/records.tsx';
import { DetailFields, VisibilityField } from './DetailFields.tsx';
import { DocumentBulk } from './DocumentBulk.tsx';
import { useChangeDocument, useDeleteDocument, useDocumentPages } from './document-api.ts';
import { changeTo, draftOf } from './document-details.ts';
import classes from './documents.module.css';
import { consequencesOf, visibilities, visibilityChangeOf } from './visibility.ts';

/** Changes what a document is called, what it is, who may read it and for which groups alone. What fails is said beside the title. */
function EditDocument({ document }: { readonly document: StoredDocument }) {
  const { id, title } = document;
  const [change] = useChangeDocument();
  const [draft, setDraft] = useState(draftOf(document));
  const [visibility, setVisibility] = useState(document.visibility);
  const [groups, setGroups] = useState<readonly string[]>([]);
  // Only what the person changed: somebody else may change the rest.
  const [opened, setOpened] = useState(document);
  const save = async (typed: string) => {
    const within = visibility === 'public' ? [] : groups;
    const isForOthers = within.join() !== (opened.groups ?? []).join();
    const body = {
      ...(typed !== opened.title && { title: typed }),
      ...changeTo(opened, draft),
      ...(visibility !== opened.visibility && { visibility }),
      ...(isForOthers && { groups: [...within] }),
    };
    if (Object.keys(body).length === 0) return null;
    const { error } = await change({ params: { id }, body });
    if (error) return `The document was not changed. ${problemMessage(error)}`;
    toast.success('Document changed');
    return null;
  };
  return (
    <RenameButton
      label={`Edit ${title}`}
      title="Edit document"
      part="Title"
      of={`“${title}”`}
      saved="document"
      value={title}
      maxLength={200}
      onOpen={() => {
        setOpened(document);
        setDraft(draftOf(document));
        setVisibility(document.visibility);
        setGroups(document.groups ?? []);
      }}
      onSave={save}
    >
      <DetailFields draft={draft} onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))} />
      <VisibilityField
        label="Who may read it"
        value={visibility}
        hint={
          visibility === opened.visibility
            ? undefined
            : consequencesOf(visibilityChangeOf([{ ...opened, groups: [] }], visibility)).join(' ')
        }
        onChoose={setVisibility}
      />
      {visibility === 'public' ? null : <ItemGroups groups={groups} roles={[visibility]} onChange={setGroups} />}
    </RenameButton>
  );
}

/** Deletes a document and its file after asking. */
function DeleteDocument({ document: { id, title } }: { readonly document: StoredDocument }) {
  const [deleteDocument] = useDeleteDocument();
  const tellDeleted = useDeletionToast();

  const onDelete = async () => {
    const { error } = await deleteDocument({ params: { id } });
    if (error) toast.error(`“${title}” was not deleted. ${problemMessage(error)}`);
    else tellDeleted('Document deleted', { kind: 'document', id, title });
  };

  return (
    <DeleteButton
      name={title}
      question="Are you sure you want to delete this document?"
      confirmLabel="Delete document"
      iconOnly
      onDelete={onDelete}
    >
      “{title}” and its file are gone for everybody, and links to it stop working. You can take this back within 30
      days.
    </DeleteButton>
  );
}

/** Returns the columns of the list of documents; below `path` each has its accesses and versions. */
const columnsOf = (path: string): readonly GridColumn<StoredDocument>[] => [
  column('title', 'Title', { rowHeader: true, sortable: true, width: 232, grow: 3 }, ({ title, name, url }) => (
    <span className={classes.title}>
      <a href={url} target="_blank" rel="noopener">
        {title}
      </a>
      <span className={classes.meta}>{name}</span>
    </span>
  )),
  column('visibility', 'Visible to', { grow: 0, width: 120 }, ({ visibility, groups = [] }) => (
    <span className={classes.title}>
      <span>
        <Tag tone={visibility === 'public' ? 'amber' : 'teal'}>
          {visibilities.find(({ value }) => value === visibility)?.label ?? visibility}
        </Tag>
      </span>
      {groups.length > 0 ? <span className={classes.meta}>only {groups.join(', ')}</span> : null}
    </span>
  )),
  column('kind', 'Kind', { grow: 0, width: 150 }, ({ kind, year, revision, validFrom }) => (
    <span className={classes.title}>
      {kindLabel(kind) || ([year, revision, validFrom].every((each) => each === undefined) ? '–' : null)}
      {revision === undefined ? null : <span className={classes.meta}>Revision {revision}</span>}
      {validFrom === undefined ? null : (
        <span className={classes.meta}>
          from <CalendarDate date={validFrom} />
        </span>
      )}
      {year === undefined ? null : <span className={classes.meta}>{year}</span>}
    </span>
  )),
  column('size', 'Size', { folded: true, sortable: 'size', grow: 0, width: 90 }, ({ size }) => (
    <span className={classNames('tabular', classes.size)}>{describeBytes(size)}</span>
  )),
  column('uploadedAt', 'Uploaded', { sortable: 'time', width: 232 }, ({ uploadedAt, uploadedBy, version }) => (
    <span className={classes.title}>
      <RelativeTime date={uploadedAt} />
      {uploadedBy ? (
        <span className={classes.meta}>
          by <EmailWords email={uploadedBy} />
          {version === undefined ? null : `, version ${version}`}
        </span>
      ) : null}
    </span>
  )),
  column('actions', 'Actions', { actions: true, grow: 0, width: 180 }, (document) => (
    <span className={classes.rowActions}>
      <RowLink
        icon="eye"
        word="Accesses"
        label={`Accesses of ${document.title}`}
        to={`${path}/${document.id}/accesses`}
      />
      <EditDocument document={document} />
      <RowLink
        icon="upload"
        word="Replace file"
        label={`Replace file of ${document.title}`}
        to={`${path}/${document.id}/versions`}
      />
      <DeleteDocument document={document} />
    </span>
  )),
];

/** The filters of the list of documents. */
export const filters: readonly ListFilter<DocumentExportQuery>[] = [
  searchFilter(
    { label: 'Search documents', maxLength: 200, placeholder: 'Part of a title or file name' },
    (search) => ({ search }),
  ),
  choiceFilter(
    'visible-to',
    { label: 'Visibility of documents', all: 'All readers', choices: visibilities },
    (visibility) => ({ visibility }),
  ),
  choiceFilter('kind', { label: 'Kind of documents', all: 'All kinds', choices: WANTED_KINDS }, (kind) => ({
    kind: [kind],
  })),
  {
    field: 'year',
    read: (text) => String(yearNamed(text) ?? ''),
    query: (value) => (value === '' ? {} : { year: Number(value) }),
    render: (value, onChange) => (
      <YearField
        label="Fiscal year of documents"
        hideLabel
        value={yearNamed(value)}
        all="All years"
        onChange={(year) => onChange(String(year ?? ''))}
      />
    ),
  },
  sortFilter<DocumentSort>(['-uploadedAt', 'uploadedAt', 'title', '-title', 'size', '-size']),
];

interface DocumentListProps {
  readonly view: ListView<DocumentExportQuery>;
  /** The address of the tool. */
  readonly path: string;
  /** What to do when there are no documents. */
  readonly firstStep: ReactNode;
}

/** Everything that was uploaded: searched, filtered and sorted by the server, page after page. */
export function DocumentList({ view, path, firstStep }: DocumentListProps) {
  return (
    <ResourceList
      view={view}
      query={useDocumentPages(view.pageQuery)}
      pending={<TableSkeleton label="Loading documents" columns={6} />}
      failed="The documents could not be loaded."
      failedLater="More documents could not be loaded."
      caption="Uploaded documents"
      columns={columnsOf(path)}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      nothing={<EmptyState title="No documents yet.">{firstStep}</EmptyState>}
      empty="No documents found."
      viewKey="documents"
      bulk={(selection) => <DocumentBulk {...selection} />}
    />
  );
}
