import { readSettings } from '../../environment/environment.ts';
import { keyedEndpoint } from '../../request/api-endpoint.ts';
import { needs, work } from './endpoint.ts';

export const handler = await keyedEndpoint(readSettings(needs, process.env), work);
