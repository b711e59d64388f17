import { expect, test } from '@jest/globals';
import { generated, sources } from '../../../lib/site/generated.ts';

test('icon, font and preview match their sources, else: npm run generate -- --font', () => {
  expect(JSON.parse(String(generated('sources.json')))).toEqual(sources());
});
