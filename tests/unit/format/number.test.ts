import { describe, expect, it } from 'vitest'
import { bytes } from '@/lib/format/bytes'
import { money } from '@/lib/format/money'
import { compact, counted, decimal, percent, perSecond, whole } from '@/lib/format/number'

describe('numbers on screen', () => {
  it('groups thousands and keeps every digit of a 64-bit count', () => {
    expect(whole(1234567)).toBe('1,234,567')
    expect(whole(9007199254740993n)).toBe('9,007,199,254,740,993')
    expect(whole(18446744073709551615n)).toBe('18,446,744,073,709,551,615')
  })

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1234, '1.23K'],
    [1200, '1.2K'],
    [12345, '12.3K'],
    [99_949, '99.9K'],
    [99_950, '100K'],
    [123_456, '123K'],
    [999_499, '999K'],
    [999_500, '1M'],
    [1_500_000, '1.5M'],
    [999_999_999, '1B'],
    [2_340_000_000_000, '2.34T'],
    [9007199254740993n, '9.01 quadrillion'],
    [18446744073709551615n, '18.4 quintillion'],
  ])('shortens %s to %s', (value, text) => {
    expect(compact(value)).toBe(text)
  })

  it('never shows a share that is not nothing as nothing, nor one that is not all as all', () => {
    expect(percent(0)).toBe('0.0%')
    expect(percent(0.0004)).toBe('<0.1%')
    expect(percent(0.81)).toBe('81.0%')
    expect(percent(0.9999)).toBe('>99.9%')
    expect(percent(1)).toBe('100.0%')
  })

  it('prints measured values by their size', () => {
    expect(decimal(1200)).toBe('1,200')
    expect(decimal(1.23456)).toBe('1.235')
    expect(decimal(1234.56)).toBe('1,234.6')
  })

  it('leaves a rate out where the time is too short to mean one', () => {
    expect(perSecond(40, 12)).toBeNull()
    expect(perSecond(0, 5000)).toBe('0')
    expect(perSecond(1, 100_000)).toBe('<0.1')
    expect(perSecond(40, 2000)).toBe('20')
    expect(perSecond(5, 2000)).toBe('2.5')
    expect(perSecond(1_000_000, 2000)).toBe('500K')
  })

  it('counts one thing and many things', () => {
    expect(counted(1, 'run')).toBe('1 run')
    expect(counted(0, 'run')).toBe('0 runs')
    expect(counted(1n, 'row')).toBe('1 row')
    expect(counted(1200, 'match', 'matches')).toBe('1,200 matches')
  })
})

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1.0 KiB'],
    [4762, '4.7 KiB'],
    [1_048_524, '1,023.9 KiB'],
    [1_048_575, '1.0 MiB'],
    [5 * 1024 ** 3, '5.0 GiB'],
    [18446744073709551615n, '16.0 EiB'],
  ])('shows %s as %s', (value, text) => {
    expect(bytes(value)).toBe(text)
  })
})

describe('money', () => {
  it.each([
    [0, 'USD 0.00'],
    [1234.5, 'USD 1,234.50'],
    [0.01, 'USD 0.01'],
    [0.0009, 'USD 0.0009'],
    [0.00001, '< USD 0.0001'],
    [-0.004, 'USD -0.0040'],
  ])('shows %s as %s', (amount, text) => {
    expect(money(amount, 'USD')).toBe(text)
  })
})
