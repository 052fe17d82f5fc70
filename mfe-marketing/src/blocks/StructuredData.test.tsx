import { render } from '@testing-library/react';
import { StructuredData } from './StructuredData.tsx';

it('escapes markup in a title', () => {
  const headline = '</script><img src=x onerror=alert(1)><!--<script>';
  const { container } = render(<StructuredData data={{ '@type': 'NewsArticle', headline }} />);
  const host = document.createElement('div');
  host.innerHTML = container.innerHTML;
  expect(host.children).toHaveLength(1);
  expect(JSON.parse(host.textContent ?? '')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline,
  });
});
