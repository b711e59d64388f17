/** CloudWatch's alarms for one period, and its filter patterns for logs in JSON, as far as the template uses them. */
import { expect } from '@jest/globals';

export interface AlarmProperties {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly ComparisonOperator: string;
  readonly Threshold: number;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly TreatMissingData: string;
  readonly AlarmActions: readonly unknown[];
  readonly OKActions: unknown;
  /** Of an alarm on one metric. */
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Statistic?: string;
  /** Of an alarm on an expression. */
  readonly Metrics?: readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly MetricStat?: { readonly Metric: { readonly MetricName: string } };
    readonly ReturnData?: boolean;
  }[];
}

const functions = {
  FILL: (value: number, other: number) => (Number.isNaN(value) ? other : value),
  IF: (condition: boolean, one: number, other: number) => (condition ? one : other),
  SUM: (values: readonly number[]) => values.reduce((sum, value) => sum + (value || 0), 0),
  MAX: (values: readonly number[]) => Math.max(...values.filter((value) => !Number.isNaN(value))),
};

/** Its operators are JavaScript's. */
const evaluate = (expression: string, values: Readonly<Record<string, number>>): number => {
  expect(expression).toMatch(/^(?:FILL|IF|SUM|MAX|[a-z]\w*|[\d.]+|[\s()[\],*/+<>=|-])+$/);
  const names = { ...functions, ...values };
  return new Function(...Object.keys(names), `return ${expression}`)(...Object.values(names));
};

/**
 * Whether a period breaches the alarm's threshold.
 *
 * @param data - the metrics' values by name; others have no data.
 */
export const breaches = (
  { Metrics = [], MetricName = '', Threshold }: AlarmProperties,
  data: Readonly<Record<string, number>>,
): boolean => {
  const measured = (name: string) => data[name] ?? Number.NaN;
  const resultOf = ({ Expression = '', MetricStat }: (typeof Metrics)[number]): number => {
    if (MetricStat) return measured(MetricStat.Metric.MetricName);
    const used = Metrics.filter(({ Id }) => new RegExp(`\\b${Id}\\b`).test(Expression));
    return evaluate(Expression, Object.fromEntries(used.map((each) => [each.Id, resultOf(each)])));
  };
  const returned = Metrics.find(({ ReturnData }) => ReturnData !== false);
  return (returned ? resultOf(returned) : measured(MetricName)) >= Threshold;
};

/** A comparison of a field with a string, in which `*` is any text, or with a regular expression. */
const comparison = /\$\.([\w.]+) (!?=) ("[^"]*"|%[^%]*%)/g;

/** A field of a line, such as `record.status`; `undefined` if it has none. */
export const fieldOf = (line: object, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], line);

/** The fields that a pattern names. */
export const fieldsOf = (pattern: string): readonly string[] =>
  [...pattern.matchAll(comparison)].map(([, path = '']) => path);

/**
 * Whether a pattern counts a line. A field that the line lacks equals nothing and differs from nothing.
 *
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
export const counts = (pattern: string, line: object): boolean => {
  if (pattern === '') return true;
  const holds = (path: string, operator: string, operand: string): boolean => {
    const value = fieldOf(line, path);
    if (typeof value !== 'string') return false;
    const text = operand.slice(1, -1);
    const literal = text.replace(/[$/{}+.]/g, '\\$&').replaceAll('*', '.*');
    const found = new RegExp(operand.startsWith('%') ? text : `^${literal}$`).test(value);
    return (operator === '=') === found;
  };
  const expression = pattern.replace(comparison, (_, path, operator, operand) =>
    String(holds(path, operator, operand)),
  );
  expect(expression).toMatch(/^\{(?:true|false|&&|\|\||[ ()])+\}$/);
  return new Function(`return (${expression.slice(1, -1)})`)();
};
