export { signUpForAlerts } from './email-alerts.ts';
export { Footer, FooterLine } from './Footer.tsx';
export type { SocialLink } from './links.ts';
export { NavigationBar, useDropdown } from './NavigationBar.tsx';
export { ErrorScreen, NotFound } from './screens.tsx';
export {
  OverlayFailure,
  OverlayPending,
  OverlaySwitchedOff,
  PageIsSlow,
  PageNotice,
  RouteProgress,
  SlotFailure,
  SlotSkeleton,
  SlotSwitchedOff,
} from './slots.tsx';
