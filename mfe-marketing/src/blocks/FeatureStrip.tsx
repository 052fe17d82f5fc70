import { Container, Icon, type IconName } from '@cytocomm/kit';
import classes from './FeatureStrip.module.css';

/** The strip of four items above the hero. */
export function FeatureStrip({
  items,
}: {
  readonly items: readonly { readonly icon: IconName; readonly title: string }[];
}) {
  return (
    <div data-tone="ink" className={classes.strip}>
      <Container>
        <ul className={classes.items}>
          {items.map(({ icon, title }) => (
            <li key={title} className={classes.item}>
              <Icon name={icon} className={classes.icon} />
              {title}
            </li>
          ))}
        </ul>
      </Container>
    </div>
  );
}
