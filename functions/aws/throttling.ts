/** DynamoDB's throttling. */
import type { ThrottlingReason } from '@aws-sdk/client-dynamodb';
import { StandardRetryStrategy } from '@smithy/core/retry';
import type { RetryErrorInfo, StandardRetryToken } from '@smithy/types';

/** The SDK's strategy, but without retries of a throttled command, before which the SDK waits up to 1 s. */
export class RetryUnlessThrottled extends StandardRetryStrategy {
  override async refreshRetryTokenForRetry(
    token: StandardRetryToken,
    info: RetryErrorInfo,
  ): Promise<StandardRetryToken> {
    if (info.errorType === 'THROTTLING') throw info.error;
    return super.refreshRetryTokenForRetry(token, info);
  }
}

/**
 * Whether DynamoDB throttled a command because of its partition: too many commands at once for the items there,
 * or a table that has not grown yet.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html
 */
export const isKeyRangeThrottle = (error: unknown): boolean => {
  const { ThrottlingReasons, throttlingReasons = ThrottlingReasons } = error as Throttled;
  return !!throttlingReasons?.some(({ reason }) => reason?.endsWith('KeyRangeThroughputExceeded'));
};

/** Exceptions spell the field differently. */
type Throttled = Readonly<
  Partial<Record<'ThrottlingReasons' | 'throttlingReasons', readonly ThrottlingReason[]>>
>;
