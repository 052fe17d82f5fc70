import type { BackendTokenClaims } from '@cytocomm/contract';
import { BrowserRouter, ErrorState } from '@cytocomm/kit';
import { startMockPortal } from '@cytocomm/test-kit/browser';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SIGNATURE_PATH } from '../../dev-server/messages.ts';
import { Harness } from './Harness.tsx';
import { remote } from './remote.ts';

/** Returns the token of some claims, signed by the server of this page. Rejects when that is gone. */
async function signBackendToken(claims: BackendTokenClaims): Promise<string> {
  const answer = await fetch(SIGNATURE_PATH, { method: 'POST', body: JSON.stringify(claims) });
  if (!answer.ok) throw new Error(`A token for a backend was not signed: ${answer.status}`);
  return answer.text();
}

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
