import { BrowserRouter, ErrorState } from '@cytocomm/kit';
import { startMockPortal } from '@cytocomm/test-kit/browser';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Harness } from './Harness.tsx';
import { remote } from './remote.ts';
import { signBackendToken } from './sign-backend-token.ts';

async function start(root: HTMLElement): Promise<void> {
  const page = createRoot(root);
  try {
    await startMockPortal(remote, signBackendToken);
  } catch (error) {
    page.render(<ErrorState title="The mock service worker did not start.">{String(error)}</ErrorState>);
    throw error;
  }
  page.render(
    <StrictMode>
      <BrowserRouter>
        <Harness />
      </BrowserRouter>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) void start(root);
