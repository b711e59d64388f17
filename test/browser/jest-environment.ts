/** Where the browser tests run: with a Chromium that Playwright has started outside Jest's sandbox. */
import { TestEnvironment } from 'jest-environment-node';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../lib/browser/launch.ts';

declare global {
  /** The Chromium of a test file in this environment. */
  var browser: Browser;
}

/** In the sandbox, each file would load Playwright anew, and run it more slowly. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    // Playwright asks for the stack at each of its steps, and Jest would look for source maps, of which there are none.
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    this.global.browser = await launchChromium();
  }

  override async teardown(): Promise<void> {
    await this.global.browser?.close();
    await super.teardown();
  }
}
