import { runInTerminal } from './run.ts';

runInTerminal(process.argv.slice(2), process.env).then((code) => {
  process.exitCode = code;
});
