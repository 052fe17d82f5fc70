import './theme/theme.css';

export { Button, ButtonLink, type ButtonLinkProps, type ButtonProps } from './actions/Button.tsx';
export { classNames } from './class-names.ts';
export { Dialog, type DialogProps } from './dialog/Dialog.tsx';
export { type ModalLayerOptions, useModalLayer } from './dialog/use-modal-layer.ts';
export { EmptyState, type EmptyStateProps } from './feedback/EmptyState.tsx';
export { ErrorState, type ErrorStateProps } from './feedback/ErrorState.tsx';
export { Notice, type NoticeProps } from './feedback/Notice.tsx';
export { Skeleton, SkeletonGroup, type SkeletonGroupProps, type SkeletonProps } from './feedback/Skeleton.tsx';
export { Spinner, type SpinnerProps } from './feedback/Spinner.tsx';
export { focusFirstError } from './focus/focus-first-error.ts';
export { focusRowAfter, lastRowBefore } from './focus/focus-row-after.ts';
export { keepFocus } from './focus/keep-focus.ts';
export { Checkbox, type CheckboxProps } from './forms/Checkbox.tsx';
export type { FieldProps } from './forms/Field.tsx';
export { Radio, type RadioProps } from './forms/Radio.tsx';
export { Select, type SelectProps } from './forms/Select.tsx';
export { TextArea, type TextAreaProps } from './forms/TextArea.tsx';
export { TextField, type TextFieldProps } from './forms/TextField.tsx';
export { useHydrated } from './hydrated.ts';
export { Icon, type IconProps } from './icons/Icon.tsx';
export type { IconName } from './icons/shapes.ts';
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
export { CellMotif, type CellMotifProps } from './motifs/CellMotif.tsx';
export { Logo, type LogoProps } from './motifs/Logo.tsx';
export { SignalTrace, type SignalTraceProps } from './motifs/SignalTrace.tsx';
export { type Reading, type TraceOptions, tracePath } from './motifs/trace-path.ts';
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
export { Card, type CardProps } from './surfaces/Card.tsx';
export { type DataColumn, DataTable, type DataTableProps } from './surfaces/DataTable.tsx';
export { Tag, type TagProps } from './surfaces/Tag.tsx';
export { CalendarDate, ExactTime, LocalDate, RelativeTime, type TimeProps } from './time/times.tsx';
export { Toaster } from './toasts/Toaster.tsx';
export { toast } from './toasts/toast.ts';
export type { Toast, ToastAction, ToastOptions, ToastType } from './toasts/toast-store.ts';
export { Heading, type HeadingProps } from './typography/Heading.tsx';
export { Prose } from './typography/Prose.tsx';
export { SkipLink, VisuallyHidden } from './typography/VisuallyHidden.tsx';
