/** Jest's environment for the tests. */
import { TestEnvironment } from 'jest-environment-node';

declare global {
  /**
   * Imports a package or a module of this folder outside of Jest's sandbox: once for each of Jest's processes, which
   * otherwise load it again for each test file.
   */
  var outside: <Module>(name: string) => Promise<Module>;
}

export default class extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    this.global.outside = (name) => import(name);
  }
}
