import { countedEndpoint } from './endpoint.ts';
import { capitalization } from './text/capitalization.ts';
import { lowercase } from './text/case.ts';
import { textRequest } from './text/requests.ts';

/** `POST /v1/whisper`: lowercases the text. */
export const handler = await countedEndpoint(textRequest, ({ text }) =>
  capitalization(text, lowercase(text)),
);
