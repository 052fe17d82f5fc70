import { fireEvent, waitFor } from '@testing-library/react';
import {
  content,
  DRAFT,
  edit,
  form,
  paste,
  saveNow,
  stored,
  title,
} from '../../press-releases/testing/editing-page.tsx';

const FIGURES = '<p>10<sup>6</sup> cells in H<sub>2</sub>O</p>';
// services/api/src/content/press-releases/content.test.ts shows that the server keeps just this.
const BY_API = `${FIGURES}<h4>Small</h4><p>Run <code>beats --all</code></p><pre>a\n  <strong>b</strong></pre>`;

it('elements that came by the API stay in an edited text', async () => {
  Object.assign(stored(DRAFT) ?? {}, { content: BY_API });
  await edit(DRAFT);
  paste('<p>First:</p>');
  saveNow();
  await waitFor(() => expect(stored(DRAFT)?.content).toBe(BY_API.replace('<p>', '<p>First:')));
});

it('superscript and subscript are pasted as they are, and exclude each other', async () => {
  Object.assign(stored(DRAFT) ?? {}, { content: '' });
  const { user } = await edit(DRAFT);
  paste('<p>10<span style="font-size:0.6em;vertical-align:super;">6</span> cells in H<sub>2</sub>O</p>');
  saveNow();
  await waitFor(() => expect(stored(DRAFT)?.content).toBe(FIGURES));
  fireEvent.keyDown(content(), { key: 'a', ctrlKey: true });
  await user.click(form().getByRole('button', { name: 'Superscript' }));
  expect(form().getByRole('button', { name: 'Superscript' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(form().getByRole('button', { name: 'Subscript' }));
  await user.type(title(), '!');
  saveNow();
  await waitFor(() => expect(stored(DRAFT)?.content).toBe('<p><sub>106 cells in H2O</sub></p>'));
});
