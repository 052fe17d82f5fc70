import { Button, TextField } from '@cytocomm/kit';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { FormRow } from '../FormRow.tsx';
import { setCaption } from './table-commands.ts';

/** Properties of {@link CaptionForm}. */
export interface CaptionFormProps {
  readonly editor: Editor;
  readonly caption: string;
  readonly onDone: () => void;
}

/** Asks for the words above the table with the cursor. */
export function CaptionForm({ editor, caption, onDone }: CaptionFormProps) {
  const [words, setWords] = useState(caption);
  const leave = () => {
    editor.commands.focus();
    onDone();
  };
  const apply = () => {
    setCaption(words)(editor.state, editor.view.dispatch);
    leave();
  };
  return (
    <FormRow label="Caption" onApply={apply} onLeave={leave}>
      <TextField
        label="Caption of the table"
        maxLength={200}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Button variant="secondary" size="small" onClick={apply}>
        Set caption
      </Button>
      <Button variant="quiet" size="small" onClick={leave}>
        Cancel
      </Button>
    </FormRow>
  );
}
