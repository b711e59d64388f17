/** Requests resources that the test files of a run share. */

export const addressVariable = 'SHARED_BY_TESTS';

/** @param what - a key of `offers` in `shared.ts`, without the slash. */
export const askShared = async <Answer>(what: string, request: unknown): Promise<Answer> => {
  const response = await fetch(`${process.env[addressVariable]}/${what}`, {
    method: 'POST',
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
};
