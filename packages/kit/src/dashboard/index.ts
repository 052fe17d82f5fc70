// The second door: what dashboards use of MUI, and the dashboard's own pieces. Loads with the first dashboard;
// plots and calendars, which are heavy, with the first of their kind.

export { type Dayjs, default as dayjs } from 'dayjs';
export {
  clockIn,
  faultOfClock,
  isSecondIn,
  knowsZone,
  momentIn,
  ownZone,
  type ZoneMoment,
  zonesWith,
} from '../time/zone-clock.ts';
export { ConfirmDialog, type ConfirmDialogProps, DeleteButton, type DeleteButtonProps } from './ConfirmDialog.tsx';
export { DataGrid } from './DataGrid.tsx';
export type { DataGridProps, GridColumn } from './data-grid-types.ts';
export { describeBytes, FileDrop, type FileDropProps } from './FileDrop.tsx';
export { useRowsAtOnce } from './grid-size.ts';
export {
  BarChart,
  createPart,
  DateCalendar,
  DatePicker,
  DateTimePicker,
  LazyPart,
  type LazyPartProps,
  type Part,
} from './lazy-parts.tsx';
export {
  DashboardTitle,
  Panel,
  type PanelProps,
  StatRow,
  StatTile,
  type StatTileProps,
  TableSkeleton,
  type TableSkeletonProps,
} from './Panel.tsx';
export { EmailWords, type EmailWordsProps, RichText } from './RichText.tsx';
export { ScreenFrame, type ScreenFrameProps } from './ScreenFrame.tsx';
export { ZonedTimeField, type ZonedTimeFieldProps } from './ZonedTimeField.tsx';
