import own from './FilmStill.module.css';
import { SensorSection } from './SensorSection.tsx';

/** The still before the film: the sensor in place. Decoration: the button on it says what it does. */
export function FilmStill() {
  return <SensorSection className={own.still} />;
}
