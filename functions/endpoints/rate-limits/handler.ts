import { keyedEndpoint } from '../../handlers/api.ts';
import { work } from './endpoint.ts';

export const handler = await keyedEndpoint(work);
