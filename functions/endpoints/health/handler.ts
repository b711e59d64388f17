import { readSettings } from '../../environment/environment.ts';
import { openEndpoint } from '../../request/api-endpoint.ts';
import { needs, work } from './endpoint.ts';

const settings = readSettings(needs, process.env);

export const handler = openEndpoint(settings, () => work(settings.SERVICE_VERSION));
