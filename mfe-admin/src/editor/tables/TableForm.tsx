import { Checkbox, TextField } from '@cytocomm/kit';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { FormRow } from '../FormRow.tsx';
import { insertTable, MAX_COLUMNS, MAX_ROWS } from './table-commands.ts';

/** Returns what is wrong with a number of rows or columns; null for one of 1 to `most`. */
function faultOf(text: string, most: number): string | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? null : `Enter a number from 1 to ${most}.`;
}

/** Properties of {@link TableForm}. */
export interface TableFormProps {
  readonly editor: Editor;
  readonly onDone: () => void;
}

/** Asks how large a new table is, and inserts it. */
export function TableForm({ editor, onDone }: TableFormProps) {
  const [rows, setRows] = useState('3');
  const [columns, setColumns] = useState('3');
  const [hasHeader, setHasHeader] = useState(true);
  const [asked, setAsked] = useState(false);
  const faults = { rows: faultOf(rows, MAX_ROWS), columns: faultOf(columns, MAX_COLUMNS) };
  const insert = (): boolean => {
    setAsked(true);
    if (faults.rows !== null || faults.columns !== null) return false;
    insertTable({ rows: Number(rows), columns: Number(columns), hasHeader })(editor.state, editor.view.dispatch);
    return true;
  };
  return (
    <FormRow editor={editor} label="New table" applyLabel="Insert table" onApply={insert} onDone={onDone}>
      <TextField
        label="Rows"
        inputMode="numeric"
        value={rows}
        error={asked ? faults.rows : null}
        onChange={(event) => setRows(event.target.value)}
      />
      <TextField
        label="Columns"
        inputMode="numeric"
        value={columns}
        error={asked ? faults.columns : null}
        onChange={(event) => setColumns(event.target.value)}
      />
      <Checkbox label="Header row" checked={hasHeader} onChange={(event) => setHasHeader(event.target.checked)} />
    </FormRow>
  );
}
