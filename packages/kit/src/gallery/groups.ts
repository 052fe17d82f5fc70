import { actions } from './actions.tsx';
import { dashboard } from './dashboard.tsx';
import type { GalleryGroup } from './entry.ts';
import { feedback } from './feedback.tsx';
import { forms } from './forms.tsx';
import { layout } from './layout.tsx';
import { motifs } from './motifs.tsx';
import { overlays } from './overlays.tsx';
import { surfaces } from './surfaces.tsx';
import { times } from './times.tsx';
import { typography } from './typography.tsx';
import { writing } from './writing.tsx';

/** Every page of the gallery. */
export const groups: readonly GalleryGroup[] = [
  typography,
  layout,
  actions,
  forms,
  feedback,
  surfaces,
  overlays,
  times,
  motifs,
  dashboard,
  writing,
];
