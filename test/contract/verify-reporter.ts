/** Prints each check of `npm run verify` as soon as it ends: all of them take minutes. */

interface CaseResult {
  readonly title: string;
  readonly ancestorTitles: readonly string[];
  readonly status: keyof typeof labels;
  /** Messages, each with its stack. */
  readonly failureMessages: readonly string[];
}

interface FileResult {
  /** Why the checks could not begin. */
  readonly testExecError?: { readonly message: string };
  /** All, of which Jest has not reported those that were skipped. */
  readonly testResults: readonly CaseResult[];
}

const print = (text: string) => process.stdout.write(`${text}\n`);

/** The beginning and the end of a message, which may hold a whole page: twenty lines, each as long as two of a terminal. */
const shortened = (text: string): string => {
  const lines = text.split('\n').map((line) => line.replace(/^(.{160}).+/, '$1…'));
  const left = lines.length - 19;
  if (left > 1) lines.splice(12, left, `… ${left} lines …`);
  return lines.join('\n');
};

const labels = { passed: 'ok', failed: 'FAILED', pending: 'skipped' } as const;

export default class VerifyReporter {
  #announced = false;

  onTestCaseResult(_file: unknown, result: CaseResult): void {
    const { title, ancestorTitles, status, failureMessages } = result;
    if (!this.#announced) print(ancestorTitles.join());
    this.#announced = true;
    print(`${labels[status].padEnd(7)}  ${title}`);
    for (const message of failureMessages) {
      const [text = ''] = message.split(/\n {4}at /);
      print(shortened(text).replaceAll(/^(?=.)/gm, '         '));
    }
  }

  onTestFileResult(file: unknown, { testExecError, testResults }: FileResult): void {
    if (testExecError) print(testExecError.message);
    for (const result of testResults) {
      if (result.status === 'pending') this.onTestCaseResult(file, result);
    }
  }

  onRunComplete(_contexts: unknown, results: Readonly<Record<string, number>>): void {
    const [ok, failed, skipped] = ['Passed', 'Failed', 'Pending'].map(
      (kind) => results[`num${kind}Tests`],
    );
    if (this.#announced) print(`${ok} ok, ${failed} failed, ${skipped} skipped`);
  }
}
