import { waitFor } from '@testing-library/react';
import {
  begin,
  content,
  DRAFT,
  edit,
  form,
  paste,
  saveNow,
  stored,
  title,
} from '../../press-releases/testing/editing-page.tsx';
import { GOOGLE_DOCS } from './testing/clipboards.ts';

it('a paste is saved as the editor holds it, with a note about what was left out', async () => {
  Object.assign(stored(DRAFT) ?? {}, { content: '' });
  await edit(DRAFT);
  paste(GOOGLE_DOCS);
  expect(await form().findByText('Pictures were left out. Insert them with the Picture button.')).toBeVisible();
  saveNow();
  await waitFor(() =>
    expect(stored(DRAFT)?.content).toBe(
      '<h2>Pilot</h2><p><strong>Cells</strong> beat <em>faster</em><a target="_blank" rel="noopener noreferrer" ' +
        'href="https://journal.example/a?b=1">, see</a></p>' +
        '<ul><li><p>Seed</p><ul><li><p>on glass</p></li></ul></li></ul>' +
        '<table><tbody><tr><td><p><strong>Day</strong></p></td><td><p>Beats</p></td></tr></tbody></table>',
    ),
  );
  paste('<p>words</p>');
  expect(form().queryByText(/Pictures were left out/)).toBeNull();
});

it('a paste that is too large changes nothing, not even the selection', async () => {
  const { user } = await begin();
  await user.type(title(), 'Long');
  paste('<p>There before.</p>');
  paste('<i>'.repeat(10_000));
  expect(await form().findByText(/too deep in one another/)).toBeVisible();
  expect(content()).toHaveTextContent('There before.');
});
