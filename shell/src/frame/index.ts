export { Footer, type FooterProps } from './Footer.tsx';
export type { SocialLink } from './links.ts';
export { NavigationBar, type NavigationBarProps } from './NavigationBar.tsx';
export { RouteProgress } from './RouteProgress.tsx';
export { ErrorScreen, type ErrorScreenProps, NotFound } from './screens.tsx';
export {
  OverlayFailure,
  OverlayPending,
  PageNotice,
  SlotFailure,
  type SlotFailureProps,
  SlotSkeleton,
  type SlotSkeletonProps,
} from './slots.tsx';
