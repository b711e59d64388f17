/** The local DynamoDB, for tests. */
import { quotaTable, type Table } from '../lib/settings/tables.ts';
import { askShared } from './shared/ask.ts';

/** Starts one for who asks, with these tables. It ends with the run. Resolves to its address. */
export const startDatabase = async (tables: readonly Table[] = [quotaTable]): Promise<string> =>
  (await askShared<{ readonly url: string }>('database', { tables })).url;
