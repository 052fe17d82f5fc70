// The second door: what dashboards use of MUI, and the dashboard's own pieces. Loads with the first dashboard;
// plots and calendars, which are heavy, with the first of their kind.

export { default as Checkbox } from '@mui/material/Checkbox';
export { default as Chip } from '@mui/material/Chip';
export { default as Dialog } from '@mui/material/Dialog';
export { default as DialogActions } from '@mui/material/DialogActions';
export { default as DialogContent } from '@mui/material/DialogContent';
export { default as DialogTitle } from '@mui/material/DialogTitle';
export { default as FormControlLabel } from '@mui/material/FormControlLabel';
export { default as IconButton } from '@mui/material/IconButton';
export { default as LinearProgress } from '@mui/material/LinearProgress';
export { default as Menu } from '@mui/material/Menu';
export { default as MenuItem } from '@mui/material/MenuItem';
export { default as Select } from '@mui/material/Select';
export { default as Switch } from '@mui/material/Switch';
export { default as Tab } from '@mui/material/Tab';
export { default as Table } from '@mui/material/Table';
export { default as TableBody } from '@mui/material/TableBody';
export { default as TableCell } from '@mui/material/TableCell';
export { default as TableContainer } from '@mui/material/TableContainer';
export { default as TableHead } from '@mui/material/TableHead';
export { default as TablePagination } from '@mui/material/TablePagination';
export { default as TableRow } from '@mui/material/TableRow';
export { default as Tabs } from '@mui/material/Tabs';
export { default as TextField } from '@mui/material/TextField';
export { default as Tooltip } from '@mui/material/Tooltip';
export { type Dayjs, default as dayjs } from 'dayjs';
export { DashboardTheme } from './DashboardTheme.tsx';
export { describeBytes } from './describe-bytes.ts';
export { FileDrop, type FileDropProps } from './FileDrop.tsx';
export {
  BarChart,
  DateCalendar,
  LineChart,
  MonthCalendar,
  StaticDatePicker,
  YearCalendar,
} from './heavy-parts.tsx';
export { DashboardTitle, Panel, type PanelProps } from './Panel.tsx';
export { RichText } from './RichText.tsx';
export { Sparkline, type SparklineProps } from './Sparkline.tsx';
export { StatRow, StatTile, type StatTileProps } from './StatTile.tsx';
export { previewOfHtml, sanitizeHtml, textOfHtml } from './sanitize.ts';
export { TableSkeleton, type TableSkeletonProps } from './TableSkeleton.tsx';
