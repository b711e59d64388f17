/**
 * Fits the embedded model of emphasize, measures it by five folds, and writes its weights:
 * `npm run fit -- path/to/train.tsv`. The same file gives the same bytes. With `--bedrock` and an inference profile, it
 * measures that model on the same texts instead.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { bedrock } from '../functions/aws/bedrock.ts';
import { linearModel } from '../functions/emphasis/embedded/features.ts';
import { formsOf } from '../functions/emphasis/embedded/form.ts';
import { rise } from '../functions/emphasis/embedded.ts';
import { findNegations, rankWithNegations } from '../functions/emphasis/negation.ts';
import { rankedNumbers, rankingRequest } from '../functions/emphasis/prompt.ts';
import { programOptions } from '../lib/command-line/command-line.ts';
import { matchM, readTexts } from './fit/texts.ts';
import { method, weightsFor } from './fit/weights.ts';

const shipped = 'functions/emphasis/embedded/weights.data.json';
const options = {
  output: { type: 'string', default: shipped },
  bedrock: { type: 'string' },
} as const;
const { values, positionals } = programOptions({ allowPositionals: true, options });
if (positionals.length !== 1) {
  console.error(
    'Usage: npm run fit -- path/to/train.tsv [--output weights.json | --bedrock profile]',
  );
  process.exit(2);
}
const file = readFileSync(String(positionals[0]));
const texts = readTexts(file.toString());
if (values.bedrock) {
  const client = bedrock();
  const orders: (readonly number[])[] = [];
  for (const { text, words } of texts) {
    // As the service asks it, for the best four words.
    const request = rankingRequest(values.bedrock, { text, words, count: 4 });
    const answer = await client.send(new ConverseCommand(request));
    try {
      orders.push(rankedNumbers(answer, words.length).map((number) => number - 1));
    } catch {
      // Without a ranking, the words keep their order.
      orders.push([]);
    }
  }
  console.log({ Match_m: matchM(texts, orders).toFixed(4) });
  process.exit();
}
const models = [0, 1, 2, 3, 4].map((fold) =>
  linearModel(weightsFor(texts.filter((text) => text.fold !== fold))),
);

/** Match_m of each fold's texts by the weights of the other four. */
const measure = (negationsFirst: boolean, asEnglish?: boolean): string => {
  const orders = texts.map(({ text, words, fold }) => {
    const forms = formsOf(words, asEnglish);
    const scores = models[fold]?.(text, words, forms) ?? new Float64Array();
    if (negationsFirst) return rankWithNegations(findNegations(text, words), scores, rise);
    return [...words.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  });
  return matchM(texts, orders).toFixed(4);
};
const about = {
  texts: texts.length,
  sha256: createHash('sha256').update(file).digest('hex'),
  method,
  'Match_m by five folds': measure(false),
  'Match_m with negations first': measure(true),
  'Match_m with function words only': measure(false, false),
};
writeFileSync(values.output, `${JSON.stringify({ about, weights: weightsFor(texts) }, null, 2)}\n`);
console.log(about);
