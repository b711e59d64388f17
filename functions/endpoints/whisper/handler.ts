import { countedEndpoint } from '../../handlers/api.ts';
import { request, work } from './endpoint.ts';

export const handler = await countedEndpoint(request, work);
