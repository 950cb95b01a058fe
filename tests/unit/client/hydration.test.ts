import { LosslessNumber } from 'lossless-json'
import { expect, it } from 'vitest'
import { packData, unpackData } from '@/lib/client/hydration'

it.each([
  [18446744073709551615n],
  [1.8446744073709552e19],
  [9007199254740993n],
  [2 ** 53],
  [1e300],
  [-0.1],
  [new LosslessNumber('1.0')],
  [new LosslessNumber('1e400')],
  ['\u0001i5'],
  ['\u0001'],
  ['</script><!-- \u2028 "'],
  [{ '\u0001i5': ['\u0001\u0001n'], __proto__x: null, toJSON: 5, nested: [[true, { a: 0 }]] }],
])('comes out of the page as it went in: %s', (data) => {
  const back = unpackData(packData({ data }))
  expect(back).toStrictEqual({ data })
  expect(typeof (back as { data: unknown }).data).toBe(typeof data)
})
