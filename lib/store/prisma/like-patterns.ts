/** Patterns for `LIKE … ESCAPE '!'`, which compares ASCII letters whatever their case and nothing else. */

/** What databases and we take for two things, or for one: its lower case may be i or k. */
const FOLDS_ODDLY = /[ikIK]/
const WILD = /[%_!]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: a body spells them with escapes
const ESCAPED_IN_JSON = /["\\\u0000-\u001f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is ASCII
const ASCII = /^[\u0000-\u007f]*$/

/**
 * Whatever holds the text in the sense of `holdsText` looks like this; some that does not hold it looks so too. `isJson`:
 * as a part of a JSON text.
 */
export const looseLike = (text: string, isJson = false): string =>
  [...text]
    .map((char) => {
      if (!ASCII.test(char) || (isJson && ESCAPED_IN_JSON.test(char))) return '%'
      if (FOLDS_ODDLY.test(char)) return '_'
      return WILD.test(char) ? `!${char}` : char
    })
    .join('')
    .replace(/%{2,}/g, '%')

/** What looks like this does hold the text; null: no pattern says so. */
export const strictLike = (text: string): string | null => (ASCII.test(text) ? text.replace(/[%_!]/g, '!$&') : null)
