import { countedEndpoint } from './endpoint.ts';
import { capitalization } from './text/capitalization.ts';
import { uppercase } from './text/case.ts';
import { textRequest } from './text/requests.ts';

/** `POST /v1/shout`: uppercases the text. */
export const handler = await countedEndpoint(textRequest, ({ text }) =>
  capitalization(text, uppercase(text)),
);
