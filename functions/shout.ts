import { countedEndpoint } from './endpoint.ts';
import { shout } from './text/capitalization.ts';
import { textRequest } from './text/requests.ts';

/** `POST /v1/shout`: uppercases the text. */
export const handler = await countedEndpoint(textRequest, ({ text }) => shout(text));
