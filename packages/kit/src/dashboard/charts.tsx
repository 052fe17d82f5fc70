// Loaded with the first plot: see lazy-parts.tsx.
import { BarChart as MuiBarChart } from '@mui/x-charts/BarChart';
import { themed } from './themed.tsx';

/** Bars by category. */
export const BarChart = themed(MuiBarChart);
