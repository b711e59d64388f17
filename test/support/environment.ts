/** Jest's environment for the tests. */
import { flushCompileCache } from 'node:module';
import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';

declare global {
  /**
   * Imports a package or a module of this folder outside of Jest's sandbox: once for each of Jest's processes, which
   * otherwise load it again for each test file.
   */
  var outside: <Module>(name: string) => Promise<Module>;
}

// Jest warns of a worker that takes long to end. To free its memory may take seconds on a busy machine, so a signal ends it.
if (process.argv[1]?.includes('jest-worker') && process.platform !== 'win32') {
  process.once('exit', () => {
    flushCompileCache();
    process.kill(process.pid, 'SIGKILL');
  });
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
