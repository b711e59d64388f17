import { countedEndpoint } from '../../request/api.ts';
import { readSettings } from '../../settings/needs.ts';
import { needs, request, work } from './endpoint.ts';

const settings = readSettings(needs, process.env);

export const handler = await countedEndpoint(settings, request, (body) => ({ body: work(body) }));
