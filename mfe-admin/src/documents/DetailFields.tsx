import type { Visibility } from '@cytocomm/contract';
import { Select, type SelectProps, TextField } from '@cytocomm/kit';
import { DatePicker } from '@cytocomm/kit/dashboard';
import { ChoiceField, choiceNamed, DOCUMENT_KINDS, YearField } from '@cytocomm/portal-api';
import type { DetailsDraft } from './document-details.ts';
import classes from './documents.module.css';
import { visibilities } from './visibility.ts';

interface VisibilityFieldProps extends Pick<SelectProps, 'label' | 'hideLabel' | 'hint' | 'disabled'> {
  readonly value: Visibility;
  readonly onChoose: (visibility: Visibility) => void;
}

/** The choice of who may read a document. */
export function VisibilityField({ value, onChoose, ...field }: VisibilityFieldProps) {
  return (
    <Select
      {...field}
      value={value}
      onChange={({ target }) => onChoose(choiceNamed(visibilities, target.value) ?? value)}
    >
      {visibilities.map((each) => (
        <option key={each.value} value={each.value}>
          {each.label}
        </option>
      ))}
    </Select>
  );
}

interface DetailFieldsProps {
  readonly draft: DetailsDraft;
  readonly disabled?: boolean;
  /** What it says while nothing is chosen; `No kind` and `No year` by default. */
  readonly unchosen?: string;
  readonly onChange: (changed: Partial<DetailsDraft>) => void;
}

/** What a document is and of which year; of an SOP also its revision, and from which day it is to be followed. */
export function DetailFields({ draft, disabled = false, unchosen, onChange }: DetailFieldsProps) {
  const { kind, year, revision, validFrom } = draft;
  return (
    <div className={classes.details}>
      <ChoiceField
        label="Kind"
        value={kind}
        all={unchosen ?? 'No kind'}
        choices={DOCUMENT_KINDS}
        disabled={disabled}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
      <YearField
        label="Fiscal year"
        value={year}
        all={unchosen ?? 'No year'}
        disabled={disabled}
        onChange={(chosen) => onChange({ year: chosen })}
      />
      {hasRevisions(draft) ? (
        <RevisionFields revision={revision} validFrom={validFrom} disabled={disabled} onChange={onChange} />
      ) : null}
    </div>
  );
}

/** Whether a document has a revision: SOPs have, and what has said so. */
export const hasRevisions = ({ kind, revision, validFrom }: { readonly [Field in keyof DetailsDraft]?: unknown }) =>
  kind === 'sop' || Boolean(revision) || Boolean(validFrom);

/** Which revision a document is. */
export type RevisionDraft = Pick<DetailsDraft, 'revision' | 'validFrom'>;

interface RevisionFieldsProps extends RevisionDraft {
  readonly disabled: boolean;
  readonly onChange: (changed: Partial<RevisionDraft>) => void;
}

/** Which revision a document is, and from which day it is to be followed. */
export function RevisionFields({ revision, validFrom, disabled, onChange }: RevisionFieldsProps) {
  return (
    <>
      <TextField
        label="Revision"
        maxLength={20}
        autoComplete="off"
        value={revision}
        disabled={disabled}
        onChange={({ target }) => onChange({ revision: target.value })}
      />
      <DatePicker
        label="Valid from"
        zone="UTC"
        value={validFrom}
        disabled={disabled}
        unreadable="Not a date that can be used: it is left out."
        onChange={(day) => onChange({ validFrom: day })}
      />
    </>
  );
}
