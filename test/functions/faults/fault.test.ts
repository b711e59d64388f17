import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { logFault } from '../../../functions/faults/fault.ts';

const describeLogged = (error: unknown): unknown => {
  const write = jest.spyOn(console, 'error').mockImplementation(() => {});
  logFault(error);
  const lines = write.mock.calls.flat();
  write.mockRestore();
  expect(lines).toHaveLength(1);
  return lines[0];
};

test('an error is logged by name, codes and stack frames', () => {
  const error = Object.assign(new TypeError('secret'), {
    code: 'ECONNREFUSED',
    $metadata: { httpStatusCode: 500, attempts: 2, requestId: 'id' },
  });
  expect(describeLogged(error)).toEqual({
    fault: {
      name: 'TypeError',
      code: 'ECONNREFUSED',
      httpStatusCode: 500,
      attempts: 2,
      awsRequestId: 'id',
      stack: expect.arrayContaining([expect.stringMatching(/^ +at .*fault\.test\.ts/)]),
    },
  });
});

test.each([
  [new RangeError('SECRET'), 'RangeError'],
  ['SECRET', 'string'],
  [{ message: 'SECRET', stack: 'SECRET' }, 'object'],
  [null, 'object'],
  [404, 'number'],
])('a cause is logged alike, and by its type if it is no error: %p', (cause, name) => {
  const error = new Error('SECRET', { cause: new TypeError('SECRET', { cause }) });
  expect(describeLogged(error)).toMatchObject({
    fault: { name: 'Error', cause: { name: 'TypeError', cause: { name } } },
  });
});

test('no message is logged, even if it looks like stack frames', () => {
  const noise = fc.constantFrom('\n', '    at ', 'Error: ', '\n    at ', '\r', '\u2028');
  const message = fc.array(fc.oneof(noise, fc.constant('SECRET'))).map((parts) => parts.join(''));
  fc.assert(
    fc.property(message, message, (outer, inner) => {
      const error = new Error(outer, { cause: new SyntaxError(inner) });
      expect(JSON.stringify(describeLogged(error))).not.toContain('SECRET');
    }),
  );
});
