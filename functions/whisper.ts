import { countedEndpoint } from './endpoint.ts';
import { whisper } from './text/capitalization.ts';
import { textRequest } from './text/requests.ts';

/** `POST /v1/whisper`: lowercases the text. */
export const handler = await countedEndpoint(textRequest, ({ text }) => whisper(text));
