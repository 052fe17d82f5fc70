import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from '../index.ts';
import { Gallery } from './Gallery.tsx';
import { showPointerStates } from './pointer-states.ts';

const root = document.getElementById('root');
if (root) {
  showPointerStates(document);
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Gallery />
      </BrowserRouter>
    </StrictMode>,
  );
}
