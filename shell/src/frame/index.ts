export { Footer } from './Footer.tsx';
export { FooterLine } from './LastLine.tsx';
export type { SocialLink } from './links.ts';
export { NavigationBar } from './NavigationBar.tsx';
export { RouteProgress } from './RouteProgress.tsx';
export { ErrorScreen, NotFound } from './screens.tsx';
export {
  OverlayFailure,
  OverlayPending,
  OverlaySwitchedOff,
  PageIsSlow,
  PageNotice,
  SlotFailure,
  SlotSkeleton,
  SlotSwitchedOff,
} from './slots.tsx';
export { useDropdown } from './use-dropdown.ts';
