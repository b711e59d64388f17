import { keyedEndpoint } from '../api-endpoint.ts';
import { work } from './endpoint.ts';

export const handler = await keyedEndpoint(work);
