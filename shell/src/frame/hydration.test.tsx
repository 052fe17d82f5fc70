import { MemoryRouter, StaticRouter } from '@cytocomm/kit';
import { render } from '@testing-library/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { sampleLinks, sampleSocialLinks } from '../testing.ts';
import { Footer } from './Footer.tsx';
import { NavigationBar } from './NavigationBar.tsx';

const frame = (
  <>
    <NavigationBar links={sampleLinks} socialLinks={sampleSocialLinks} />
    <Footer links={sampleLinks} onSignUp={async () => null} />
  </>
);

test('the prerendered frame is taken over without a difference', () => {
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => {});
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(
    <StrictMode>
      <StaticRouter location="/about">{frame}</StaticRouter>
    </StrictMode>,
  );
  const link = container.querySelector('a[aria-label="Cytocomm home"]');
  render(
    <StrictMode>
      <MemoryRouter initialEntries={['/about']}>{frame}</MemoryRouter>
    </StrictMode>,
    { container, hydrate: true },
  );
  expect(complaints).not.toHaveBeenCalled();
  expect(container.querySelector('a[aria-label="Cytocomm home"]')).toBe(link);
  complaints.mockRestore();
});
