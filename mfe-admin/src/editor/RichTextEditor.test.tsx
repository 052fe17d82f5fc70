import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { paste } from '../press-releases/testing/editing-page.tsx';
import { RichTextEditor } from './RichTextEditor.tsx';

it('selects nothing when it opens, not even a picture at its end', async () => {
  const picture = `<img src="/api/press-releases/pictures/${'c'.repeat(24)}/1600" alt="A pipette">`;
  const { rerender } = render(<RichTextEditor label="Content" value="" onChange={() => undefined} />);
  const text = await screen.findByRole('textbox', { name: 'Content' });
  for (const value of [`<p>Words.</p>${picture}`, picture]) {
    rerender(<RichTextEditor label="Content" value={value} onChange={() => undefined} />);
    expect(text.querySelector('img')).not.toBeNull();
    expect(text.querySelector('.ProseMirror-selectednode')).toBeNull();
  }
});

it('keeps a key pressed right after its text was replaced', async () => {
  const seen: string[] = [];
  let load: (html: string) => void = () => undefined;
  function Page() {
    const [value, setValue] = useState('<p>Old.</p>');
    load = setValue;
    useLayoutEffect(() => {
      if (value === '<p>New.</p>') paste('<p>Key.</p>');
    }, [value]);
    return (
      <form aria-label="Press release">
        <RichTextEditor
          label="Content"
          value={value}
          onChange={(html) => {
            seen.push(html);
            setValue(html);
          }}
        />
      </form>
    );
  }
  render(<Page />);
  const text = await screen.findByRole('textbox', { name: 'Content' });
  await act(async () => load('<p>New.</p>'));
  expect(text).toHaveTextContent('New.');
  expect(text).toHaveTextContent('Key.');
  expect(text).not.toHaveTextContent('Old.');
  expect(seen).toHaveLength(1);
});
