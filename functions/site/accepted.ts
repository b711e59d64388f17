/** What a client accepts (RFC 9110, section 12.5). Each header is read once from end to end. */

/** The codings that the site's files are kept in, the smallest first. */
const codings = ['br', 'gzip'] as const;

/** A content coding (RFC 9110, section 8.4.1). */
export type ContentCoding = (typeof codings)[number];

/**
 * The coding to answer in: the smallest that the client accepts, or none.
 *
 * @param acceptEncoding - the value of `Accept-Encoding`, if the request has one.
 */
export const contentCoding = (acceptEncoding?: string): ContentCoding | undefined => {
  const weights = weightsIn(acceptEncoding);
  return codings.find((coding) => Number(weights.get(coding) ?? weights.get('*')) > 0);
};

/**
 * Whether the client prefers HTML to JSON, as a browser does that opens a page. One that accepts anything does not.
 *
 * @param accept - the value of `Accept`, if the request has one.
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
