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
export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';
export { DataGrid } from './DataGrid.tsx';
export { DeleteButton, type DeleteButtonProps } from './DeleteButton.tsx';
export type { DataGridProps, GridColumn } from './data-grid-types.ts';
export { describeBytes } from './describe-bytes.ts';
export { EmailWords, type EmailWordsProps } from './EmailWords.tsx';
export { FileDrop, type FileDropProps } from './FileDrop.tsx';
export { BarChart, DateCalendar, DatePicker, DateTimePicker } from './heavy-parts.tsx';
export { createPart, LazyPart, type LazyPartProps, type Part } from './lazy-part.tsx';
export { DashboardTitle, Panel, type PanelProps } from './Panel.tsx';
export { RichText } from './RichText.tsx';
export { useRowsAtOnce } from './rows-at-once.ts';
export { ScreenFrame, type ScreenFrameProps } from './ScreenFrame.tsx';
export { StatRow, StatTile, type StatTileProps } from './StatTile.tsx';
export { TableSkeleton, type TableSkeletonProps } from './TableSkeleton.tsx';
export { ZonedTimeField, type ZonedTimeFieldProps } from './ZonedTimeField.tsx';
