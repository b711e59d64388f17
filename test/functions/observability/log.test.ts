import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { logFault } from '../../../functions/observability/log.ts';

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

test('the request id is logged', () => {
  const write = jest.spyOn(console, 'error').mockImplementation(() => {});
  logFault(new Error('secret'), 'JKJaXmPLvHcESHA=');
  expect(write.mock.calls).toMatchObject([
    [{ apiRequestId: 'JKJaXmPLvHcESHA=', fault: { name: 'Error' } }],
  ]);
  write.mockRestore();
});

test('causes are logged alike', () => {
  const error = new Error('secret', { cause: new RangeError('secret', { cause: 'secret' }) });
  expect(logged(error)).toMatchObject({
    fault: { name: 'Error', cause: { name: 'RangeError', cause: { name: 'string' } } },
  });
});

class Refusal {
  readonly code: unknown;
  readonly secret = 'SECRET';
  constructor(code: unknown) {
    this.code = code;
  }
}

test.each([
  [undefined, undefined],
  [null, { name: 'null' }],
  [404, { name: 'number' }],
  [{ message: 'SECRET' }, { name: 'Object' }],
  [new Map([['SECRET', 1]]), { name: 'Map' }],
  [new Refusal('UNKNOWN_PLAN'), { name: 'Refusal', code: 'UNKNOWN_PLAN' }],
  [new Refusal('a SECRET'), { name: 'Refusal' }],
  [new Refusal('AKIA0SECRET0'), { name: 'Refusal' }],
  [new Refusal(['ECONNRESET']), { name: 'Refusal' }],
  [Object.create(null), { name: 'object' }],
  [JSON.parse('{"constructor":{"name":"SECRET"},"code":"SECRET"}'), { name: 'Object' }],
])('a thrown value that is no error is logged by constructor and code: %p', (cause, shown) => {
  const line = logged(new Error('SECRET', { cause }));
  expect((line as { fault: { cause: unknown } }).fault.cause).toEqual(shown);
  expect(JSON.stringify(line)).not.toContain('SECRET');
});

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
