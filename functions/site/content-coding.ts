/** The codings that the site's files are kept in, the smallest first. */
const codings = ['br', 'gzip'] as const;

/** A content coding (RFC 9110, section 8.4.1). */
export type ContentCoding = (typeof codings)[number];

/**
 * The coding to answer in: the smallest that the client takes, or none (RFC 9110, section 12.5.3).
 *
 * @param acceptEncoding - the value of `Accept-Encoding`, if the request has one.
 */
export const contentCoding = (acceptEncoding = ''): ContentCoding | undefined => {
  const weights = new Map(
    acceptEncoding.split(',').map((element) => {
      const [coding = '', ...parameters] = element.toLowerCase().split(';');
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return [coding.trim(), weight === undefined ? 1 : Number(weight.trim().slice(2))];
    }),
  );
  return codings.find((coding) => Number(weights.get(coding) ?? weights.get('*')) > 0);
};
