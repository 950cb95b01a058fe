import { parseJson, writeJson } from '@/lib/contract/json'
import { hideConfigSecrets, hideInAddresses } from './config-secrets'
import { HIDDEN } from './mask'
import type { Submission } from './submission-form'

/** A request for people to read: indented, and without what is named like a secret. */
export function requestText(request: Submission): string {
  const { callback, config, ...rest } = request
  const shown = {
    config: hideConfigSecrets(config, HIDDEN),
    ...rest,
    ...(callback && {
      callback: {
        ...callback,
        url: hideInAddresses(callback.url, HIDDEN),
        headers: Object.fromEntries(Object.keys(callback.headers ?? {}).map((name) => [name, HIDDEN])),
      },
    }),
  }
  return indented(writeJson(shown))
}

/** The same JSON, a member a line: numbers keep their digits. */
export function indented(json: string): string {
  return print(parseJson(json), '')
}

function print(value: unknown, lead: string): string {
  const deeper = `${lead}  `
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((item) => deeper + print(item, deeper)).join(',\n')}\n${lead}]`
  }
  if (typeof value !== 'object' || value === null || 'isLosslessNumber' in value) return writeJson(value)
  const members = Object.entries(value)
  if (members.length === 0) return '{}'
  return `{\n${members.map(([name, member]) => `${deeper}${writeJson(name)}: ${print(member, deeper)}`).join(',\n')}\n${lead}}`
}
