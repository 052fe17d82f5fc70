import { render, screen } from '@testing-library/react';
import { EmailWords } from './RichText.tsx';

it('lets an address take a second line after its @', () => {
  render(<EmailWords email="ada@x.example" />);
  expect(screen.getByText('ada@x.example').innerHTML).toBe('ada@<wbr>x.example');
});

it('begins no second line before a text without one', () => {
  render(<EmailWords email="6b07b9f50c4bba53c138b9c8" />);
  expect(screen.getByText('6b07b9f50c4bba53c138b9c8').innerHTML).toBe('6b07b9f50c4bba53c138b9c8');
});
