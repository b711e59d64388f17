/**
 * Prints the event of open-account for a person with a token: `test/events/open-account.json` of somebody who has just
 * signed in to `npm start -- --stage prod`. `PORT` and `SIGN_IN_PORT` are the server's.
 */
import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { localSettings } from '../../lib/local/local-settings.ts';
import { signIn } from '../support/sign-in.ts';

const { port, signInPort } = localSettings([], process.env);
const token = await signIn(
  { url: `http://localhost:${port}`, signInUrl: `http://localhost:${signInPort}` },
  'me@example.com',
);
const event = JSON.parse(
  readFileSync(new URL('../events/open-account.json', import.meta.url), 'utf8'),
);
event.headers.authorization = `Bearer ${token}`;
event.requestContext.authorizer.jwt.claims.sub = decodeJwt(token).sub;
console.log(JSON.stringify(event, null, 2));
