import './theme/theme.css';

export { Button, ButtonLink, type ButtonLinkProps, type ButtonProps } from './actions/Button.tsx';
export { classNames } from './class-names.ts';
export { Dialog, type DialogProps } from './dialog/Dialog.tsx';
export { type ModalLayerOptions, useModalLayer } from './dialog/use-modal-layer.ts';
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
  Notice,
  type NoticeProps,
  Skeleton,
  SkeletonGroup,
  type SkeletonGroupProps,
  type SkeletonProps,
  Spinner,
  type SpinnerProps,
} from './feedback/feedback.tsx';
export { focusFirstError, focusRowAfter, keepFocus, lastRowBefore } from './focus/focus.ts';
export {
  Checkbox,
  type CheckboxProps,
  type FieldProps,
  Radio,
  type RadioProps,
  Select,
  type SelectProps,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
} from './forms/fields.tsx';
export { useHydrated } from './hydrated.ts';
export { Icon, type IconName, type IconProps } from './icons/Icon.tsx';
export {
  Band,
  type BandProps,
  Container,
  type ContainerProps,
  Grid,
  type GridProps,
  Section,
  type SectionProps,
  type Tone,
} from './layout/layout.tsx';
export {
  CellMotif,
  type CellMotifProps,
  Logo,
  type LogoProps,
  type Reading,
  SignalTrace,
  type SignalTraceProps,
  type TraceOptions,
  tracePath,
} from './motifs/motifs.tsx';
export {
  BrowserRouter,
  Link,
  type LinkProps,
  type Location,
  MemoryRouter,
  NavLink,
  type NavLinkProps,
  Route,
  Routes,
  StaticRouter,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from './router.ts';
export {
  Card,
  type CardProps,
  type DataColumn,
  DataTable,
  type DataTableProps,
  Tag,
  type TagProps,
} from './surfaces/surfaces.tsx';
export { CalendarDate, ExactTime, LocalDate, RelativeTime, type TimeProps } from './time/times.tsx';
export { Toaster } from './toasts/Toaster.tsx';
export { type Toast, type ToastAction, type ToastOptions, type ToastType, toast } from './toasts/toast-store.ts';
export { Heading, type HeadingProps, Prose, SkipLink, VisuallyHidden } from './typography/typography.tsx';
