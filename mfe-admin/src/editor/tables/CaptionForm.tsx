import { TextField } from '@cytocomm/kit';
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
