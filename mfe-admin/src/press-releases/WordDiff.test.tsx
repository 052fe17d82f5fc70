import { render, screen } from '@testing-library/react';
import { WordDiff } from './WordDiff.tsx';

it('two long comparisons are named by their parts', () => {
  const height = jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(500);
  render(
    <>
      <WordDiff part="Title" from="Old" to="New" />
      <WordDiff part="Text" from="One" to="Two" />
    </>,
  );
  expect(screen.getByRole('region', { name: 'Compared words: Title' })).toHaveTextContent('OldNew');
  expect(screen.getByRole('region', { name: 'Compared words: Text' })).toHaveAttribute('tabindex', '0');
  height.mockRestore();
});
