export { DashboardTitle, Panel, type PanelProps } from './Panel.tsx';
