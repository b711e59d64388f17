import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type BudgetSettings,
  budgetPartition,
  dayBudget,
} from '../../../../functions/emphasis/budget/day-budget.ts';
import { type BudgetTable, startBudgetTable } from '../../../budget-table.ts';
import type { Fault } from '../../../dynamodb-wire.ts';

let table: BudgetTable;

beforeAll(async () => {
  table = await startBudgetTable();
});

afterAll(() => table.close());

beforeEach(() => {
  table.wire.calls.length = 0;
  table.wire.fault = undefined;
});

const hour = 3_600_000;
const dayLength = 24 * hour;
let time = Date.UTC(2026, 0, 1);

// Each test has a day that no other has.
beforeEach(() => {
  time = Math.ceil((time + 1) / dayLength) * dayLength + 12 * hour;
});

/** A budget of 1,000 as a fresh process has it: with its own client and nothing to remember. */
const newBudget = (settings: Partial<BudgetSettings> = {}) =>
  dayBudget({ ...table.settings(), cap: 1_000, now: () => time, ...settings });

const reserved = () => table.reservedOf(new Date(time).toISOString().slice(0, 10));

const noMoney = expect.objectContaining({ reason: 'budget' });
const nobodyKnows = expect.objectContaining({ reason: 'budget-unavailable' });

describe('reserve', () => {
  test('sets money aside with one call, to the last of it', async () => {
    const budget = newBudget();
    const { day, amount } = await budget.reserve(400);
    expect([day, amount]).toEqual([new Date(time).toISOString().slice(0, 10), 400]);
    await budget.reserve(600);
    expect(table.wire.calls).toEqual(['UpdateItem', 'UpdateItem']);
    expect(await reserved()).toBe(1_000);
    await expect(budget.reserve(1)).rejects.toEqual(noMoney);
    expect(await reserved()).toBe(1_000);
  });

  test('the item stays for a month, and says nothing else', async () => {
    await newBudget().reserve(400);
    const { Item } = await table.client.send(
      new GetItemCommand({
        TableName: table.settings().tableName,
        Key: {
          holder: { S: budgetPartition },
          span: { S: new Date(time).toISOString().slice(0, 10) },
        },
      }),
    );
    expect(Item).toEqual({
      holder: { S: 'emphasis-budget' },
      span: { S: new Date(time).toISOString().slice(0, 10) },
      reserved: { N: '400' },
      expires_at: { N: String((time - 12 * hour) / 1_000 + 32 * 86_400) },
    });
  });

  test('what a day can never pay is not asked for', async () => {
    await expect(newBudget().reserve(1_001)).rejects.toEqual(noMoney);
    expect(table.wire.calls).toEqual([]);
  });

  test('the next UTC day has a budget of its own', async () => {
    const budget = newBudget();
    time += 12 * hour - 1;
    await budget.reserve(1_000);
    await expect(budget.reserve(1)).rejects.toEqual(noMoney);
    time += 1;
    await budget.reserve(1_000);
    expect(await reserved()).toBe(1_000);
  });

  test('a refusal is gone by for ten seconds, for what is as dear', async () => {
    const budget = newBudget();
    await newBudget().reserve(900);
    await expect(budget.reserve(101)).rejects.toEqual(noMoney);
    table.wire.calls.length = 0;
    time += 9_999;
    await expect(budget.reserve(101)).rejects.toEqual(noMoney);
    await expect(budget.reserve(500)).rejects.toEqual(noMoney);
    expect(table.wire.calls).toEqual([]);
    time += 1;
    await expect(budget.reserve(101)).rejects.toEqual(noMoney);
    expect(table.wire.calls).toEqual(['UpdateItem']);
    await budget.reserve(100);
    expect(table.wire.calls).toEqual(['UpdateItem', 'UpdateItem']);
  });

  test('what others give back can be had then', async () => {
    const [budget, other] = [newBudget(), newBudget()];
    const reservation = await other.reserve(1_000);
    await expect(budget.reserve(600)).rejects.toEqual(noMoney);
    await other.settle(reservation, 300);
    await expect(budget.reserve(600)).rejects.toEqual(noMoney);
    time += 10_000;
    await budget.reserve(600);
    expect(await reserved()).toBe(900);
  });

  test.each<[Fault, number]>([
    ['reset', 0],
    ['lose answer', 400],
    [{ status: 500, type: 'InternalServerError', applied: true }, 400],
    [{ status: 400, type: 'ProvisionedThroughputExceededException' }, 0],
    [{ status: 400, type: 'AccessDeniedException' }, 0],
  ])(
    'it is tried once, and is not there where DynamoDB does not say so: %j',
    async (fault, left) => {
      table.wire.fault = fault;
      await expect(newBudget().reserve(400)).rejects.toEqual(nobodyKnows);
      await table.wire.settled();
      expect(table.wire.calls).toEqual(['UpdateItem']);
      table.wire.fault = undefined;
      expect(await reserved()).toBe(left);
    },
  );

  test('it tells each whole percent that a reservation reaches, and the highest of several', async () => {
    const told: number[] = [];
    const budget = newBudget({ report: (percent) => told.push(percent) });
    for (const amount of [9, 1, 5, 4, 1, 780]) await budget.reserve(amount);
    expect(told).toEqual([1, 2, 80]);
    await expect(budget.reserve(201)).rejects.toEqual(noMoney);
    await budget.reserve(200);
    expect(told).toEqual([1, 2, 80, 100]);
  });
});

describe('settle', () => {
  test('gives back what was not spent, with one call', async () => {
    const budget = newBudget();
    const reservation = await budget.reserve(400);
    table.wire.calls.length = 0;
    await budget.settle(reservation, 150);
    expect(table.wire.calls).toEqual(['UpdateItem']);
    expect(await reserved()).toBe(150);
  });

  test('gives back to the day that it was taken from', async () => {
    const budget = newBudget();
    time += 12 * hour - 1;
    const reservation = await budget.reserve(400);
    time += 1;
    const later = await budget.reserve(300);
    await budget.settle(reservation, 100);
    expect(await reserved()).toBe(300);
    expect(await table.reservedOf(reservation.day)).toBe(100);
    expect(later.day > reservation.day).toBe(true);
  });

  test('a refusal is forgotten with it', async () => {
    const budget = newBudget();
    const reservation = await budget.reserve(1_000);
    await expect(budget.reserve(600)).rejects.toEqual(noMoney);
    await budget.settle(reservation, 400);
    await budget.reserve(600);
  });

  test('what cost more than was reserved stands against the day, beyond the cap if need be', async () => {
    const budget = newBudget();
    const reservation = await budget.reserve(900);
    await budget.settle(reservation, 5_000);
    expect(await reserved()).toBe(5_000);
    await expect(budget.reserve(1)).rejects.toEqual(noMoney);
  });

  test('gives nothing back to a day that somebody has deleted', async () => {
    const budget = newBudget();
    const reservation = await budget.reserve(400);
    await table.forget(reservation.day);
    await expect(budget.settle(reservation, 100)).rejects.toThrow();
    await newBudget().reserve(200);
    await expect(budget.settle(reservation, 100)).rejects.toThrow();
    expect(await reserved()).toBe(200);
  });

  test.each<[Fault, number]>([
    ['reset', 400],
    ['lose answer', 150],
    [{ status: 500, type: 'InternalServerError' }, 400],
  ])('it is tried once, whatever becomes of it: %j', async (fault, left) => {
    const budget = newBudget();
    const reservation = await budget.reserve(400);
    table.wire.calls.length = 0;
    table.wire.fault = fault;
    await expect(budget.settle(reservation, 150)).rejects.toThrow();
    await table.wire.settled();
    expect(table.wire.calls).toEqual(['UpdateItem']);
    table.wire.fault = undefined;
    expect(await reserved()).toBe(left);
  });
});
