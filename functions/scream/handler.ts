import { countedEndpoint } from '../api-endpoint.ts';
import { request, work } from './endpoint.ts';

export const handler = await countedEndpoint(request, work);
