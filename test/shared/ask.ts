/** The variable with the address of the shared server. */
export const addressVariable = 'SHARED_BY_TESTS';

/** Asks for something that the test files of a run share: see the paths in `shared.ts`. */
export const askShared = async <Answer>(what: string, request: unknown): Promise<Answer> => {
  const response = await fetch(`${process.env[addressVariable]}/${what}`, {
    method: 'POST',
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
};
