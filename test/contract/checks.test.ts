/** Whatever `npm run verify` checks of a deployed service holds of a local one. */
import { beforeAll, test } from '@jest/globals';
import { localSettings } from '../../lib/local/local-settings.ts';
import type { Check } from '../../lib/verify/check.ts';
import { checks } from '../../lib/verify/checks.ts';
import { type SharedService, sharedService } from '../service.ts';
import { longWindow, newKey } from './client.ts';

const { stage } = localSettings([], longWindow);

let service: SharedService;
beforeAll(async () => {
  service = await sharedService(longWindow);
});

/** One for all checks that leave a key without a slot. */
const exhausted = newKey();

const keyFor = ({ slots }: Check) => (slots === 'all' ? exhausted : newKey());

test.each(checks.filter(({ appliesTo }) => appliesTo(stage)))('$name', async (check) => {
  await check.run({ url: service.url, stage, key: keyFor(check), model: 'embedded' });
});
