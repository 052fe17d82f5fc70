import { render, screen, within } from '@testing-library/react';
import { Band, Section } from './layout.tsx';

test('a section is named by its heading', () => {
  render(
    <Section title="Our mission" lead="One sentence." tone="ink" level={3}>
      <p>Text</p>
    </Section>,
  );
  const region = screen.getByRole('region', { name: 'Our mission' });
  expect(region).toHaveAttribute('data-tone', 'ink');
  expect(within(region).getByRole('heading', { level: 3, name: 'Our mission' })).toBeInTheDocument();
  expect(within(region).getByText('One sentence.')).toBeInTheDocument();
});

test('a band without a name is no landmark', () => {
  render(<Band>Text</Band>);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});
