/** The digits of base 62, by their values. */
export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The last digits of a number in base 62, padded with zeros. */
export const base62 = (value: bigint, length: number): string => {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) {
    digits = base62Digits.charAt(Number(rest % 62n)) + digits;
  }
  return digits;
};

/** `toLocaleString` would load locale data, which takes 8 ms of each start of a function (`npm run bench`). */
export const withCommas = (count: number): string => {
  const lastDigits = String(count).slice(-3);
  return count < 1_000 ? lastDigits : `${withCommas(Math.floor(count / 1_000))},${lastDigits}`;
};
