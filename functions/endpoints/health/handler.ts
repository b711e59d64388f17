import * as v from 'valibot';
import { openEndpoint } from '../../handlers/api.ts';
import { readEnvironment } from '../../settings/environment.ts';
import { version, work } from './endpoint.ts';

const { SERVICE_VERSION } = readEnvironment(v.object({ SERVICE_VERSION: version }), process.env);

export const handler = openEndpoint(() => work(SERVICE_VERSION));
