import { renderRemote } from '@cytocomm/test-kit';
import { screen } from '@testing-library/react';
import { home } from '../content/home.ts';
import { FlipCard } from './FlipCard.tsx';

const [card] = home.cards;
const show = () => renderRemote(<FlipCard card={card} />);
const button = () => screen.getByRole('button', { name: 'Turn the card: Cytocomm Platform' });

it('gives both sides to a screen reader without turning', () => {
  show();
  const article = screen.getByRole('article', { name: 'Cytocomm Platform' });
  expect(screen.getByRole('heading', { name: 'Cytocomm Platform' })).toBeInTheDocument();
  expect(article).toHaveTextContent(card.description);
  expect(screen.getByRole('link', { name: card.more })).toHaveAttribute('href', '/platform');
});

it('turns by a tap and by the keyboard, and back again', async () => {
  const { user } = show();
  const article = screen.getByRole('article');
  await user.click(button());
  expect(button()).toHaveAttribute('aria-pressed', 'true');
  expect(article).toHaveAttribute('data-turned', 'true');
  await user.keyboard('{Enter}');
  expect(button()).toHaveAttribute('aria-pressed', 'false');
  expect(article).not.toHaveAttribute('data-turned');
});

it('leaves the link on the back to the keyboard', async () => {
  const { user } = show();
  await user.tab();
  await user.tab();
  expect([button(), screen.getByRole('link')]).toContain(document.activeElement);
});
