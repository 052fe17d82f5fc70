import { TextField } from '@cytocomm/kit';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { FormRow } from './FormRow.tsx';

/** Properties of {@link LinkForm}. */
export interface LinkFormProps {
  readonly editor: Editor;
  readonly onDone: () => void;
}

/** Asks where the selected words lead to. */
export function LinkForm({ editor, onDone }: LinkFormProps) {
  const [address, setAddress] = useState('https://');
  const [error, setError] = useState<string | null>(null);
  const apply = (): boolean => {
    if (!/^(https?:\/\/[^\s/]+\S*|mailto:\S+@\S+|\/\S*)$/i.test(address.trim())) {
      setError('Enter a whole address, such as https://example.com.');
      return false;
    }
    const href = address.trim();
    // Nothing selected: the address itself becomes the words of the link.
    if (editor.state.selection.empty) {
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    } else editor.chain().focus().setLink({ href }).run();
    return true;
  };
  return (
    <FormRow editor={editor} label="Link" applyLabel="Set link" onApply={apply} onDone={onDone}>
      <TextField
        label="Link to"
        type="url"
        value={address}
        error={error}
        onChange={(event) => setAddress(event.target.value)}
      />
    </FormRow>
  );
}
