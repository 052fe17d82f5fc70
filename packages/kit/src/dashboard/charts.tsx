// Loaded with the first plot: see heavy-parts.tsx.
import { BarChart as MuiBarChart } from '@mui/x-charts/BarChart';
import { SparkLineChart as MuiSparkLineChart } from '@mui/x-charts/SparkLineChart';
import { themed } from './themed.tsx';

/** Bars by category. */
export const BarChart = themed(MuiBarChart);

/** A small curve. */
export const SparkLineChart = themed(MuiSparkLineChart);
