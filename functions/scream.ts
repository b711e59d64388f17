import { countedEndpoint } from './endpoint.ts';
import { capitalization } from './text/capitalization.ts';
import { uppercase } from './text/case.ts';
import { screamRequest } from './text/requests.ts';

/** `POST /v1/scream`: uppercases the text and appends exclamation marks. */
export const handler = await countedEndpoint(screamRequest, ({ text, intensity }) =>
  capitalization(text, uppercase(text), '!'.repeat(intensity)),
);
