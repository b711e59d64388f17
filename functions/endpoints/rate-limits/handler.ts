import { keyedEndpoint } from '../../request/api-endpoint.ts';
import { readSettings } from '../../settings/needs.ts';
import { needs, work } from './endpoint.ts';

export const handler = await keyedEndpoint(readSettings(needs, process.env), work);
