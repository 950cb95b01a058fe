import { parse, stringify } from 'yaml'

/**
 * A config text without comments and spare spelling: block YAML, as engines print one, whatever it was written in.
 * What cannot be read stays as it is.
 */
export function cleanConfig(text: string): string {
  try {
    return stringify(parse(text, { intAsBigInt: true }), {
      indentSeq: false,
      lineWidth: 0,
      singleQuote: true,
      aliasDuplicateObjects: false,
    })
  } catch {
    return text
  }
}
