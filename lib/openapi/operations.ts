/**
 * What the description says of each endpoint beyond its row in the table of endpoints. All that a new
 * endpoint needs here is an entry, and the compiler asks for it.
 */
import type * as v from 'valibot';
import { emphasizeRequest } from '../../functions/emphasis/emphasize-request.ts';
import { longestOrder, orderHeader } from '../../functions/emphasis/order-header.ts';
import * as responses from '../../functions/http/responses.ts';
import type { Plan } from '../../functions/quota/window.ts';
import { screamRequest, textRequest } from '../../functions/text/requests.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { ApiEndpointName } from '../settings/endpoints.ts';
import type { Header } from './types.ts';

/** A schema, and its name among those of the description. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: v.GenericSchema;
}

/** The body of a request. */
export interface RequestBody extends NamedSchema {
  /** Bodies that do not fit, each with what is wrong with it, besides those that fit no request. */
  readonly invalid: readonly (readonly [summary: string, body: string])[];
}

/** A request and its answer. */
interface Exchange {
  readonly summary: string;
  /** The body that is sent. */
  readonly request?: unknown;
  /** The body that is answered. */
  readonly response: unknown;
}

/** What a caller is told of an endpoint. */
export interface Documentation {
  readonly tag: 'Text' | 'Service';
  /** What it does. The first sentence says it in a line. */
  readonly description: string;
  readonly request?: RequestBody;
  readonly response: NamedSchema;
  /** The headers of its success that no other operation has. */
  readonly headers?: Readonly<Record<string, Header>>;
  /** What is sent and what comes back, by the example's name. Examples show the plan given. */
  readonly exchanges: (plan: Plan) => Readonly<Record<string, Exchange>>;
  readonly experimental?: true;
}

const textBody: RequestBody = { name: 'TextRequest', schema: textRequest, invalid: [] };

const capitalization: NamedSchema = {
  name: 'Capitalization',
  schema: responses.capitalizationResponse,
};

const caseMapping =
  "Case is changed by Unicode's full mappings, the same in every language: one character may become several.";

/** What is said, by the endpoint's name. */
export const documentation: Readonly<Record<ApiEndpointName, Documentation>> = {
  shout: {
    tag: 'Text',
    description: `The text in upper case. ${caseMapping}`,
    request: textBody,
    response: capitalization,
    exchanges: () => ({
      words: {
        summary: 'Words',
        request: { text: 'hello, world' },
        response: { original: 'hello, world', result: 'HELLO, WORLD', characters_amplified: 10 },
      },
      sharp_s: {
        summary: 'A letter that becomes two',
        request: { text: 'straße' },
        response: { original: 'straße', result: 'STRASSE', characters_amplified: 6 },
      },
    }),
  },
  scream: {
    tag: 'Text',
    description: `The text in upper case, with exclamation marks. Exactly \`intensity\` of them follow the text, and \`characters_amplified\` does not count them. ${caseMapping}`,
    request: {
      name: 'ScreamRequest',
      schema: screamRequest,
      invalid: [
        ['`intensity` is not a number', '{"text":"hello","intensity":"3"}'],
        ['`intensity` has a fraction', '{"text":"hello","intensity":2.5}'],
        ['`intensity` is below 1', '{"text":"hello","intensity":0}'],
        ['`intensity` is above 10', '{"text":"hello","intensity":11}'],
        ['Several problems at once', '{"text":"","intensity":11}'],
      ],
    },
    response: capitalization,
    exchanges: () => ({
      three_marks: {
        summary: 'Three exclamation marks',
        request: { text: 'look out', intensity: 3 },
        response: { original: 'look out', result: 'LOOK OUT!!!', characters_amplified: 7 },
      },
      one_mark: {
        summary: 'Without `intensity`: one',
        request: { text: 'look out' },
        response: { original: 'look out', result: 'LOOK OUT!', characters_amplified: 7 },
      },
    }),
  },
  whisper: {
    tag: 'Text',
    description: `The text in lower case. ${caseMapping}`,
    request: textBody,
    response: capitalization,
    exchanges: () => ({
      words: {
        summary: 'Words',
        request: { text: 'Hello, World' },
        response: { original: 'Hello, World', result: 'hello, world', characters_amplified: 2 },
      },
      final_sigma: {
        summary: 'A letter that is another at the end of a word',
        request: { text: 'ΟΔΟΣ' },
        response: { original: 'ΟΔΟΣ', result: 'οδος', characters_amplified: 4 },
      },
    }),
  },
  emphasize: {
    tag: 'Text',
    description: `A model picks words, and makes them bold.

**Experimental**: the words may differ between two calls with the same text, and between versions.

Bold is Markdown's, two asterisks on each side. Words are those of Unicode (UAX #29), in every script. \`emphasis_ratio\` × words of them are chosen, rounded, at least one. A word that can't be shown as newly bold (in code, a link, a bare URL, HTML, or where it is bold already) is not counted and not chosen. Chosen words that touch share one pair of asterisks. \`result\` without the added asterisks is \`original\`; a text with no words comes back unchanged.`,
    request: {
      name: 'EmphasizeRequest',
      schema: emphasizeRequest,
      invalid: [
        ['`emphasis_ratio` is not a number', '{"text":"hello","emphasis_ratio":true}'],
        ['`emphasis_ratio` is not above 0', '{"text":"hello","emphasis_ratio":0}'],
        ['`emphasis_ratio` is above 1', '{"text":"hello","emphasis_ratio":1.5}'],
        ['Several problems at once', '{"emphasis_ratio":null}'],
      ],
    },
    response: { name: 'Emphasis', schema: responses.emphasizeResponse },
    headers: {
      [orderHeader]: {
        description: `The places in \`emphasized_words\` of the first ${longestOrder} words, the one that the model ranked first at the front. Absent where no word is chosen.`,
        required: false,
        schema: { type: 'string', pattern: '^\\d{1,4}(, \\d{1,4}){0,99}$', maxLength: 600 },
        example: '1, 0, 2',
      },
    },
    exchanges: () => ({
      one_word: {
        summary: 'One word of four',
        request: { text: 'Never run with scissors', emphasis_ratio: 0.25 },
        response: {
          original: 'Never run with scissors',
          result: '**Never** run with scissors',
          emphasized_words: ['Never'],
          model: 'amplify-salience/1.1.0',
          experimental: true,
        },
      },
      default_ratio: {
        summary: 'Without `emphasis_ratio`: three words of ten',
        request: { text: 'The meeting is moved to Friday because of the storm' },
        response: {
          original: 'The meeting is moved to Friday because of the storm',
          result: 'The **meeting** is moved to **Friday** because of the **storm**',
          emphasized_words: ['meeting', 'Friday', 'storm'],
          model: 'amplify-salience/1.1.0',
          experimental: true,
        },
      },
    }),
    experimental: true,
  },
  health: {
    tag: 'Service',
    description:
      'Whether the service answers, and its version. It needs no key; one that is sent is not looked at. `HEAD` is answered as `GET` is, but for the body.',
    response: { name: 'Health', schema: responses.healthResponse },
    exchanges: () => ({
      well: {
        summary: 'The service answers',
        response: { status: 'ok', version: manifest.version },
      },
    }),
  },
  'rate-limits': {
    tag: 'Service',
    description:
      'What is left of the quota of your key. It takes no slot, and answers an exhausted key, too.',
    response: { name: 'Quota', schema: responses.rateLimitsResponse },
    exchanges: ({ limit }) => ({
      plenty: {
        summary: 'Nothing used yet',
        response: { requests_remaining: limit, limit, resets_in_seconds: 41, status: 'ok' },
      },
      few_left: {
        summary: 'A quarter left, or less',
        response: {
          requests_remaining: Math.floor(limit / 4),
          limit,
          resets_in_seconds: 41,
          status: 'approaching_limit',
        },
      },
      none_left: {
        summary: 'All used',
        response: { requests_remaining: 0, limit, resets_in_seconds: 41, status: 'at_limit' },
      },
    }),
  },
};
