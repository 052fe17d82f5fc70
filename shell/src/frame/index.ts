export { Footer } from './Footer.tsx';
export type { SocialLink } from './links.ts';
export { NavigationBar } from './NavigationBar.tsx';
export { RouteProgress } from './RouteProgress.tsx';
export { ErrorScreen, NotFound } from './screens.tsx';
export {
  OverlayFailure,
  OverlayPending,
  PageNotice,
  SlotFailure,
  SlotSkeleton,
} from './slots.tsx';
