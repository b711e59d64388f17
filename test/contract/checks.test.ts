/** The contract, on the local server with a stage that accepts any key. The rehearsal has that of one with accounts. */
import { readLocalSettings } from '../../lib/local/local-settings.ts';
import { longWindow, newKey, sharedDemo } from '../support/service.ts';
import { describedErrorChecks } from './checks/endpoints.ts';
import { checks, isFor, testEach } from './checks.ts';

const { stage } = readLocalSettings([], longWindow);
const { url } = sharedDemo();
const usedUp = newKey();

testEach(
  [...describedErrorChecks, ...checks.filter((check) => isFor(stage, check))],
  ({ slots }) => ({
    url,
    stage,
    key: slots === 'all' ? usedUp : newKey(),
    model: 'embedded',
  }),
);
