import { quotaTable, type Table } from '../../lib/settings/tables.ts';
import { askShared } from './shared/ask.ts';

/** Starts a DynamoDB for a test file, until the end of the run. Resolves to its URL. */
export const startDatabase = async (
  tables: readonly Table[] = [quotaTable('prod')],
): Promise<string> => (await askShared<{ readonly url: string }>('database', { tables })).url;
