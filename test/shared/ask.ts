/** Asks for what the test files of a run share. */

/** The variable by which a test file knows where to ask. */
export const addressVariable = 'SHARED_BY_TESTS';

/**
 * Asks for it.
 *
 * @param what - a path that `global-setup.ts` answers.
 * @param request - what is wanted, as JSON has it.
 */
export const askShared = async <Answer>(what: string, request: unknown): Promise<Answer> => {
  const response = await fetch(`${process.env[addressVariable]}/${what}`, {
    method: 'POST',
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
};
