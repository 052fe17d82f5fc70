import { TextField } from '@cytocomm/kit';
import type { Command, EditorState } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  selectedRect,
  toggleHeader,
} from '@tiptap/pm/tables';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import classes from '../editor.module.css';
import { ButtonBar, FormRow, ToolButton } from '../ToolbarParts.tsx';
import { captionAt, hasHeaderRow, isEachColumn, isEachRow, isInHeaderRow, setCaption } from './table-commands.ts';

interface CaptionFormProps {
  readonly editor: Editor;
  readonly caption: string;
  readonly onDone: () => void;
}

/** Asks for the words above the table with the cursor. */
function CaptionForm({ editor, caption, onDone }: CaptionFormProps) {
  const [words, setWords] = useState(caption);
  const apply = () => setCaption(words)(editor.state, editor.view.dispatch);
  return (
    <FormRow editor={editor} label="Caption" applyLabel="Set caption" onApply={apply} onDone={onDone}>
      <TextField
        label="Caption of the table"
        maxLength={200}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
    </FormRow>
  );
}

interface Step {
  readonly name: string;
  readonly command: Command;
  /** Whether it has nothing to do where the cursor stands, which is in a table. */
  readonly isIdle?: (state: EditorState) => boolean;
}

const steps: readonly Step[] = [
  // What names the columns stays the first row.
  { name: 'Row above', command: addRowBefore, isIdle: isInHeaderRow },
  { name: 'Row below', command: addRowAfter },
  { name: 'Column left', command: addColumnBefore },
  { name: 'Column right', command: addColumnAfter },
  { name: 'Delete row', command: deleteRow, isIdle: isEachRow },
  { name: 'Delete column', command: deleteColumn, isIdle: isEachColumn },
];

interface TableToolsProps {
  readonly editor: Editor;
  /** Names the sentence about the keys, for the description of the text. */
  readonly hintId: string;
}

/** The buttons of the table that the cursor stands in; nothing outside of one. */
export function TableTools({ editor, hintId }: TableToolsProps) {
  // The table whose caption is asked for: the form is of no other one.
  const [captioned, setCaptioned] = useState<number | null>(null);
  const { inTable, start, header, caption, idle } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => ({
      inTable: isInTable(state),
      start: isInTable(state) ? selectedRect(state).tableStart : null,
      header: hasHeaderRow(state),
      caption: captionAt(state) ?? '',
      idle: steps.filter(({ isIdle }) => isInTable(state) && isIdle?.(state)).map(({ name }) => name),
    }),
  });
  if (captioned !== null && captioned !== start) setCaptioned(null);
  if (!inTable) return null;
  const run = (command: Command) => {
    command(editor.state, editor.view.dispatch);
    editor.commands.focus();
  };
  return (
    <>
      <ButtonBar label="Table" onLeave={() => editor.commands.focus()}>
        {steps.map(({ name, command }) => (
          <ToolButton key={name} name={name} disabled={idle.includes(name)} onClick={() => run(command)} />
        ))}
        <ToolButton name="Header row" pressed={header} onClick={() => run(toggleHeader('row'))} />
        <ToolButton
          name="Caption"
          pressed={caption !== ''}
          onClick={() => setCaptioned(captioned === null ? start : null)}
        />
        <ToolButton name="Delete table" onClick={() => run(deleteTable)} />
      </ButtonBar>
      {captioned !== null && captioned === start ? (
        <CaptionForm editor={editor} caption={caption} onDone={() => setCaptioned(null)} />
      ) : null}
      <p id={hintId} className={classes.hint}>
        Tab goes to the next cell, Shift+Tab back. Escape leaves the table.
      </p>
    </>
  );
}
