import { describe, expect, it } from 'vitest'
import { completed, completionAt, valueText } from '@/lib/url/run-complete'

/** The caret stands where the bar is. */
const at = (text: string) => completionAt(text.replace('|', ''), text.indexOf('|'))

describe('what of a query is being written', () => {
  it.each([
    ['|', { of: 'field', typed: '', from: 0, to: 0 }],
    ['sta|', { of: 'field', typed: 'sta', from: 0, to: 3 }],
    ['-sta|', { of: 'field', typed: 'sta', from: 1, to: 4 }],
    ['a sta|tus:failed', { of: 'field', typed: 'sta', from: 2, to: 9 }],
    ['status:failed |', { of: 'field', typed: '', from: 14, to: 14 }],
    ['status:|', { of: 'value', key: 'status', typed: '', from: 7, to: 7 }],
    ['status:failed,ru|', { of: 'value', key: 'status', typed: 'ru', from: 14, to: 16 }],
    ['status:fa|iled,running', { of: 'value', key: 'status', typed: 'failed', from: 7, to: 13 }],
    ['user:a|', { of: 'value', key: 'by', typed: 'a', from: 5, to: 6 }],
    ['label:te|', { of: 'value', key: 'label', typed: 'te', from: 6, to: 8 }],
    ['label:team=da|', { of: 'value', key: 'label', typed: 'da', label: 'team', from: 6, to: 13 }],
    ['pipeline:"a b|"', { of: 'value', key: 'pipeline', typed: 'a b', from: 9, to: 14 }],
  ])('%s', (text, expected) => {
    expect(at(text)).toEqual(expected)
  })

  it.each(['"quo|ted"', 'nothing:he|re', '|-a'])('is nothing to help with: %s', (text) => {
    expect(at(text)?.typed ?? '').toBe('')
    if (text !== '|-a') expect(at(text)).toBeNull()
  })
})

describe('a choice', () => {
  it('is written as a query holds it', () => {
    expect(valueText('pipeline', 'a b')).toBe('"a b"')
    expect(valueText('label', 'team:x y')).toBe('team="x y"')
    expect(valueText('name', 'a*b')).toBe('"a*b"')
    expect(valueText('status', 'nothing')).toBeNull()
  })

  it('stands in the place of what was typed, with the caret behind it', () => {
    expect(completed('a sta', { from: 2, to: 5 }, 'status:', false)).toEqual(['a status:', 9])
    expect(completed('status:fa', { from: 7, to: 9 }, 'failed', true)).toEqual(['status:failed ', 14])
    expect(completed('status:fa b', { from: 7, to: 9 }, 'failed', true)).toEqual(['status:failed b', 14])
    expect(completed('status:fa,running', { from: 7, to: 9 }, 'failed', true)).toEqual(['status:failed,running', 14])
  })
})
