/** The command line of the program that verifies a service. */
import { parseArgs } from 'node:util';
import { type Stage, stageNamed } from '../settings/stages.ts';
import type { Target } from './check.ts';
import { type Group, groups } from './checks.ts';

/** A command line that was understood. */
export interface Wanted {
  readonly url: string;
  /** Absent: the service is asked which it is. */
  readonly stage?: Stage;
  /** A key, or `-` where it is asked for. */
  readonly key?: string;
  readonly model?: NonNullable<Target['model']>;
  readonly skip: readonly Group[];
  /** Whether the result is for a program. */
  readonly json: boolean;
}

const groupNames = Object.keys(groups) as readonly Group[];

/** How the program is used. */
export const help = `Verifies that a service keeps the contract, wherever it runs.

Usage: npm run verify -- --url URL [options]

  --url URL       its base address, e.g. https://abc.execute-api.us-east-1.amazonaws.com
  --key -         asks for a key, or reads it from standard input; AMPLIFY_KEY may hold it as well.
                  Without one, keys are made up where the stage takes any; where keys are issued,
                  what needs one is left out
  --stage NAME    which stage it must be; the service says so itself, if this does not
  --model NAME    which model must choose the words that emphasize makes bold: bedrock (the one that
                  the stage's settings name) or embedded
  --skip GROUP    leaves a group of checks out, and may be said several times:
                  ${groupNames.join(', ')}
  --json          prints one JSON document, for programs (npm itself is silent with npm run --silent)

Exit codes: 0 if the service is right; 1 if it is wrong; 2 if it can't be reached, or for an invalid command
line; 3 if AWS rejected requests before they reached it.`;

/**
 * Reads a command line.
 *
 * @returns what is wanted; `undefined` where it is help.
 * @throws {Error} for what can't be meant; the first line of its message says why.
 */
export const readCommandLine = (args: readonly string[]): Wanted | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      stage: { type: 'string' },
      model: { type: 'string' },
      skip: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { url, key, stage, model, skip, json, help } = values;
  if (help) return undefined;
  return {
    url: baseAddress(url),
    ...(stage !== undefined && { stage: stageNamed(stage) }),
    ...(key !== undefined && { key }),
    ...(model !== undefined && { model: modelOption(model) }),
    skip: skip.map(groupOption),
    json,
  };
};

const baseAddress = (text: string | undefined): string => {
  if (text === undefined) throw new Error('Say --url, the base address. To read more, say --help.');
  const url = URL.parse(text);
  const isBase = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (isBase) return url.href.replace(/\/+$/, '');
  throw new Error('--url must be a base address, such as https://api.example.com.');
};

const modelOption = (name: string): 'bedrock' | 'embedded' => {
  if (name === 'bedrock' || name === 'embedded') return name;
  throw new Error('--model must be bedrock or embedded.');
};

const groupOption = (name: string): Group => {
  const group = groupNames.find((known) => known === name);
  if (group) return group;
  throw new Error(`--skip must be one of ${groupNames.join(', ')}.`);
};
