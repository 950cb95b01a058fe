import { LosslessNumber } from 'lossless-json'
import { isJsonObject, type Json, writeJson } from '@/lib/contract/json'
import { HIDDEN } from './mask'
import type { FieldShape, Shape } from './schema-shape'

/** What is wrong with a value in a form, and where. */
export interface ValueProblem {
  path: (string | number)[]
  message: string
}

/** Everything about a value that its schema forbids. A reference may stand anywhere: where it runs it is something else. */
export function valueProblems(shape: Shape, value: Json, path: (string | number)[] = []): ValueProblem[] {
  if (isReference(value)) return []
  const wrong = (message: string): ValueProblem[] => [{ path, message }]
  switch (shape.kind) {
    case 'text':
      if (value !== null && typeof value === 'object' && !(value instanceof LosslessNumber))
        return wrong('This is to be a text')
      return shape.pattern !== null && typeof value === 'string' && !matches(shape.pattern, value)
        ? wrong(`This is to look like ${shape.pattern}`)
        : []
    case 'number': {
      const number = numberOf(value)
      if (number === null) return wrong(`This is to be a ${shape.isWhole ? 'whole ' : ''}number`)
      if (shape.isWhole && !Number.isInteger(number)) return wrong('This is to be a whole number')
      if (shape.min !== null && number < shape.min) return wrong(`This is to be at least ${shape.min}`)
      return shape.max !== null && number > shape.max ? wrong(`This is to be at most ${shape.max}`) : []
    }
    case 'switch':
      return typeof value === 'boolean' ? [] : wrong('This is to be true or false')
    case 'choice':
      return shape.options.some((one) => writeJson(one.value) === writeJson(value))
        ? []
        : wrong(`This is to be one of ${shape.options.map((one) => wordOf(one.value)).join(', ')}`)
    case 'list':
      if (!Array.isArray(value)) return wrong('This is to be a list')
      return value.flatMap((item, index) => valueProblems(shape.item, item, [...path, index]))
    case 'map':
      if (!isJsonObject(value)) return wrong('This is to be made of names and values')
      return Object.entries(value).flatMap(([name, inside]) => valueProblems(shape.value, inside, [...path, name]))
    case 'object':
      return isJsonObject(value) ? memberProblems(shape.fields, value, path) : wrong('This is to be made of members')
    case 'union': {
      if (!isJsonObject(value)) return wrong('This is to be made of members')
      const variant = shape.variants.find((one) => one.value === value[shape.tag])
      return variant === undefined
        ? [
            {
              path: [...path, shape.tag],
              message: `This is to be one of ${shape.variants.map((one) => one.value).join(', ')}`,
            },
          ]
        : memberProblems(variant.fields, value, path)
    }
    default:
      return []
  }
}

function memberProblems(
  fields: readonly FieldShape[],
  value: { [name: string]: Json },
  path: (string | number)[],
): ValueProblem[] {
  return fields.flatMap(({ name, isRequired, isSecret, shape }) => {
    const inside = value[name]
    const here = [...path, name]
    if (inside === undefined || inside === null) return isRequired ? [{ path: here, message: 'This is needed' }] : []
    if (isSecret && inside === HIDDEN) return [{ path: here, message: 'Its value was masked: give it again' }]
    return valueProblems(shape, inside, here)
  })
}

export const isReference = (value: Json): boolean => typeof value === 'string' && /\$\{[^}]*\}/.test(value)

function numberOf(value: Json): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  return value instanceof LosslessNumber ? Number(value.value) : null
}

function matches(pattern: string, text: string): boolean {
  // A pattern of somebody else's may take for ever on a long text, and need not be one of ours.
  if (text.length > 500 || pattern.length > 200) return true
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

export const wordOf = (value: Json): string => (typeof value === 'string' ? value : writeJson(value))
