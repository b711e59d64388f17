import { expect, test } from '@jest/globals';
import { dynamodbAttempt, dynamodbCommand } from '../../../functions/aws/client.ts';
import {
  answerTime,
  timeForBedrock,
  timeToBegin,
} from '../../../functions/emphasis/time-limits.ts';

const ownWork = 1_000;

/** The longest time of a request that already waited before its lease. */
const longest = (before: number): number => {
  const left = answerTime - before;
  if (left < timeToBegin) return before + ownWork + dynamodbAttempt;
  const bedrock = timeForBedrock(left - dynamodbCommand);
  return before + dynamodbCommand + bedrock + ownWork + dynamodbAttempt;
};

test('whatever is slow, the answer comes in time', () => {
  expect(answerTime).toBe(10_000);
  for (let before = 0; before <= answerTime - ownWork - dynamodbAttempt; before += 10) {
    expect(longest(before)).toBeLessThanOrEqual(answerTime);
  }
});

test('Bedrock is called even if the account, the slot and the lease took all their time', () => {
  expect(answerTime - 2 * dynamodbCommand).toBeGreaterThanOrEqual(timeToBegin);
  expect(timeForBedrock(answerTime - 3 * dynamodbCommand)).toBe(1_600);
});
