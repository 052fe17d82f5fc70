import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { ButtonBar } from '../ButtonBar.tsx';
import classes from '../editor.module.css';
import { ToolButton } from '../ToolButton.tsx';
import { type PictureQuestion, registerPictureDialog } from './asking.ts';
import { PictureDialog } from './PictureDialog.tsx';
import { describePicture, insertPicture, pictureAt, removePicture } from './picture-node.ts';

/** The buttons of the picture that is selected, and the dialog about pictures. */
export function PictureTools({ editor }: { readonly editor: Editor }) {
  const [question, setQuestion] = useState<PictureQuestion | null>(null);
  const picture = useEditorState({ editor, selector: ({ editor: present }) => pictureAt(present) });
  useEffect(() => registerPictureDialog(editor.view, setQuestion), [editor]);

  const close = () => {
    setQuestion(null);
    // Once the dialog has given the focus back, unless the page is left by then.
    requestAnimationFrame(() => editor.isDestroyed || editor.commands.focus());
  };
  // What was pasted or dropped is a new one, whatever is selected.
  const described = question?.file === undefined ? picture : undefined;
  return (
    <>
      {picture === undefined ? null : (
        <>
          <ButtonBar label="Picture" onLeave={() => editor.commands.focus()}>
            <ToolButton name="Alternative text" onClick={() => setQuestion({})} />
            <ToolButton name="Remove picture" onClick={() => removePicture(editor) && editor.commands.focus()} />
          </ButtonBar>
          <p className={classes.hint}>
            {picture.alt === '' ? 'For decoration only.' : `“${picture.alt}”`} Enter changes that, Delete removes the
            picture.
          </p>
        </>
      )}
      {question === null ? null : (
        <PictureDialog
          picture={described}
          file={question.file}
          onClose={close}
          onDone={(done) => {
            if (described === undefined) insertPicture(editor, done);
            else describePicture(editor, done.alt);
            close();
          }}
        />
      )}
    </>
  );
}
