export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The last digits of a number, padded with zeros. */
export const base62 = (value: bigint, length: number): string => {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) {
    digits = base62Digits.charAt(Number(rest % 62n)) + digits;
  }
  return digits;
};
