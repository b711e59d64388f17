/** Starts a Chromium with Playwright outside of Jest's sandbox. */
import { TestEnvironment } from 'jest-environment-node';
import type { Browser } from 'playwright-core';
import { launchChromium } from './launch.ts';

declare global {
  /** The Chromium of the test file. */
  var browser: Browser;
}

/** In the sandbox, each file would load Playwright again, and run it more slowly. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    // Playwright reads the stack at each step, and Jest would look for source maps.
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    this.global.browser = await launchChromium();
  }

  override async teardown(): Promise<void> {
    await this.global.browser?.close();
    await super.teardown();
  }
}
