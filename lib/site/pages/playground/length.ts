/** How large a text can be set, by its length: a name that the style sheet knows. */
export const lengthName = (text: string): 'word' | 'line' | 'lines' | 'paragraph' | 'page' => {
  const { length } = text;
  if (length <= 12) return 'word';
  if (length <= 48) return 'line';
  if (length <= 140) return 'lines';
  return length <= 500 ? 'paragraph' : 'page';
};
