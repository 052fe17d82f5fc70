/** A CSS module: its class names, scoped to the file. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

/** A stylesheet imported for its effect. */
declare module '*.css';
