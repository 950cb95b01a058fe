import fc from 'fast-check'

/** No half of a surrogate pair. */
const isWhole = (text: string) => !/\p{Cs}/u.test(text)

/** Names that a JavaScript object keeps in place: integer-like ones it would move to the front. */
const name = fc
  .oneof(fc.constantFrom('status', 'a b', 'ключ', '"', '\\', '__proto__', 'constructor'), fc.string())
  .filter((text) => !/^(0|[1-9]\d*)$/.test(text) && isWhole(text) && !text.includes('\u0000'))
const string = fc.string({ unit: 'binary' }).filter((text) => isWhole(text) && !text.includes('\u0000'))
const number = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? '-0.0' : String(value))),
  fc.constantFrom(
    '1.0',
    '-0.0',
    '0.10',
    '1e3',
    '1E-7',
    '123456789012345678901234567890',
    '2.50',
    '18446744073709551615',
  ),
)

/** One object member as text. */
const pair = (value: fc.Arbitrary<string>) =>
  fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 6 })
const print = (pairs: readonly (readonly [string, string])[]) =>
  `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`

/** Any JSON as compact text, in every spelling of numbers that JSON has. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false'),
    number,
    string.map((text) => JSON.stringify(text)),
    fc.array(tie('value'), { maxLength: 5 }).map((values) => `[${values.join(',')}]`),
    pair(tie('value')).map(print),
  ),
})).value

/** Members of an object, each name once: [name, value as text]. */
export const jsonMembers = pair(jsonText)
