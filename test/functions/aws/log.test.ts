import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { logFault } from '../../../functions/aws/log.ts';

const logged = (error: unknown): unknown => {
  const write = jest.spyOn(console, 'error').mockImplementation(() => {});
  try {
    logFault(error);
    expect(write).toHaveBeenCalledTimes(1);
    return write.mock.calls[0]?.[0];
  } finally {
    write.mockRestore();
  }
};

test('an error is logged by name, codes and stack frames', () => {
  const error = Object.assign(new TypeError('secret'), {
    code: 'ECONNREFUSED',
    $metadata: { httpStatusCode: 500, attempts: 2, requestId: 'id' },
  });
  expect(logged(error)).toEqual({
    fault: {
      name: 'TypeError',
      code: 'ECONNREFUSED',
      httpStatusCode: 500,
      attempts: 2,
      awsRequestId: 'id',
      stack: expect.arrayContaining([expect.stringMatching(/^ +at .*log\.test\.ts/)]),
    },
  });
});

test('causes are logged alike', () => {
  const error = new Error('secret', { cause: new RangeError('secret', { cause: new URIError() }) });
  expect(logged(error)).toMatchObject({
    fault: { name: 'Error', cause: { name: 'RangeError', cause: { name: 'URIError' } } },
  });
});

test.each(['SECRET', { message: 'SECRET', stack: 'SECRET' }, null, 404])(
  'a thrown value that is no error is logged by its type: %p',
  (cause) => {
    expect(logged(new Error('SECRET', { cause }))).toMatchObject({
      fault: { name: 'Error', cause: { name: typeof cause } },
    });
  },
);

test('no message is logged, even if it looks like stack frames', () => {
  const noise = fc.constantFrom('\n', '    at ', 'Error: ', '\n    at ', '\r', '\u2028');
  const message = fc.array(fc.oneof(noise, fc.constant('SECRET'))).map((parts) => parts.join(''));
  fc.assert(
    fc.property(message, message, (outer, inner) => {
      const error = new Error(outer, { cause: new SyntaxError(inner) });
      expect(JSON.stringify(logged(error))).not.toContain('SECRET');
    }),
  );
});
