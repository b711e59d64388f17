import { readSettings } from '../../environment/environment.ts';
import { countedEndpoint } from '../../request/api-endpoint.ts';
import { needs, request, work } from './endpoint.ts';

export const handler = await countedEndpoint(readSettings(needs, process.env), request, work);
