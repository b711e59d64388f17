/** The digits of base 62, in the order of ASCII. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The base-62 digits of a number, padded with zeros to `length`. The number must be below 62^length. */
export const base62 = (value: bigint, length: number): string => {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) {
    digits = alphabet.charAt(Number(rest % 62n)) + digits;
  }
  return digits;
};
