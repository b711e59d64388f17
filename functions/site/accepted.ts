/** What a client accepts (RFC 9110, section 12.5). Each header is read in one pass. */

/** The codings of the site's files, the smallest first. */
const codings = ['br', 'gzip'] as const;

/** A content coding (RFC 9110, section 8.4.1). */
export type ContentCoding = (typeof codings)[number];

/**
 * The coding of the answer: the smallest that the client accepts, or none.
 *
 * @param acceptEncoding - the request's `Accept-Encoding`, if any.
 */
export const contentCoding = (acceptEncoding?: string): ContentCoding | undefined => {
  const weights = weightsIn(acceptEncoding);
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0);
};

/**
 * Whether the client prefers HTML to JSON, as browsers do. One that accepts anything does not.
 *
 * @param accept - the request's `Accept`, if any.
 */
export const prefersHtml = (accept?: string): boolean => {
  const weights = weightsIn(accept);
  const weightOf = (type: string, subtype: string) =>
    weights.get(`${type}/${subtype}`) ?? weights.get(`${type}/*`) ?? weights.get('*/*') ?? 0;
  return weightOf('text', 'html') > weightOf('application', 'json');
};

/** The values of a header in lower case with their weights; `NaN` for an invalid weight. */
const weightsIn = (header = ''): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map((element) => {
      const [value = '', ...parameters] = element.toLowerCase().split(';');
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return [value.trim(), weight === undefined ? 1 : Number(weight.trim().slice(2))];
    }),
  );
