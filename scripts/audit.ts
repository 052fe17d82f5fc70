import { runDatabaseCommand } from './portal/database-command.ts';

await runDatabaseCommand('audit');
