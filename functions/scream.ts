import { countedEndpoint } from './endpoint.ts';
import { scream } from './text/capitalization.ts';
import { screamRequest } from './text/requests.ts';

/** `POST /v1/scream`: uppercases the text and appends exclamation marks. */
export const handler = await countedEndpoint(screamRequest, ({ text, intensity }) =>
  scream(text, intensity),
);
