import { Icon, type IconName } from '@cytocomm/kit';
import classes from './DataPath.module.css';

const icons: readonly IconName[] = ['cell', 'device', 'cloud', 'chart'];

/** The stations of a reading, in their order. */
export function DataPath({ stations }: { readonly stations: readonly string[] }) {
  return (
    <ol className={classes.path}>
      {stations.map((station, index) => (
        <li key={station} className={classes.station}>
          <span className={classes.sign}>
            <Icon name={icons[index] ?? 'cell'} size="large" />
          </span>
          {station}
        </li>
      ))}
    </ol>
  );
}
