import { Container, Icon } from '@cytocomm/kit';
import classes from './RegulatoryNotice.module.css';

/** What the product is not: a strip that no reader of the page can miss. */
export function RegulatoryNotice({ notice }: { readonly notice: { readonly title: string; readonly text: string } }) {
  return (
    <aside aria-label={notice.title} data-tone="paper" className={classes.strip}>
      <Container className={classes.row}>
        <Icon name="warning" className={classes.sign} />
        <p>
          <strong>{notice.title}.</strong> {notice.text}
        </p>
      </Container>
    </aside>
  );
}
