/** Jest's environment for the tests. */
import { types } from 'node:util';
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
    // Node's own errors are from another realm than the tests.
    const { Error: TestError } = this.global;
    const isInstance = Function.prototype[Symbol.hasInstance];
    Object.defineProperty(TestError, Symbol.hasInstance, {
      value(this: unknown, thing: unknown) {
        return this === TestError ? types.isNativeError(thing) : isInstance.call(this, thing);
      },
    });
  }
}
