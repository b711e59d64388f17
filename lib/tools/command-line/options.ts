import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads options as `parseArgs` does.
 *
 * @throws {RangeError} for an invalid command line. The message names the valid options.
 */
export const readOptions = <const Config extends ParseArgsConfig>(config: Config) => {
  try {
    return parseArgs(config);
  } catch (error) {
    // Without the advice on dashes that parseArgs adds.
    const [mistake] = (error as Error).message.split(/\.?\s(?:To specify|Did you forget) |\.$/, 1);
    const names = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    throw new RangeError(`${mistake}. The options are: ${names.join(', ') || 'none'}.`);
  }
};

/** Reads a program's options, or ends it with a message. */
export const programOptions = <const Config extends ParseArgsConfig>(config: Config) => {
  try {
    return readOptions(config);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
};
