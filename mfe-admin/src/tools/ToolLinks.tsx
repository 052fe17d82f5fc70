import classes from './tools.module.css';
import { tools } from './tools.ts';

/** The way to each tool of the Admin Panel, which is a long page. */
export function ToolLinks() {
  return (
    <nav aria-label="Admin tools" className={classes.tools}>
      {Object.values(tools).map(({ id, label }) => (
        <a key={id} href={`#${id}`} className={classes.tool}>
          {label}
        </a>
      ))}
    </nav>
  );
}
