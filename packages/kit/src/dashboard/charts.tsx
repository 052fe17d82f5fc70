// Loaded with the first plot: see heavy-parts.tsx.
export { BarChart } from '@mui/x-charts/BarChart';
export { LineChart } from '@mui/x-charts/LineChart';
export { SparkLineChart } from '@mui/x-charts/SparkLineChart';
