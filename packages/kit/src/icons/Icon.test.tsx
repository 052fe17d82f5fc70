import { render, screen } from '@testing-library/react';
import { Icon, shapes } from './Icon.tsx';

test('an icon is decoration unless it has words', () => {
  const { container, rerender } = render(<Icon name="mail" />);
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
  rerender(<Icon name="mail" label="E-mail" />);
  expect(screen.getByRole('img', { name: 'E-mail' })).not.toHaveAttribute('aria-hidden');
});

test('every drawing stays on its 24 px grid', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    expect({ name, path: /^M[\d\s.,a-zA-Z-]+$/.test(shape) }).toEqual({ name, path: true });
    const absolute = [...shape.matchAll(/[MLHV]\s?(\d+(?:\.\d+)?)/g)].map(([, value]) => Number(value));
    expect({ name, inside: absolute.every((value) => value >= 0 && value <= 24) }).toEqual({ name, inside: true });
  }
});
