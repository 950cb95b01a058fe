import Ajv2020 from 'ajv/dist/2020'
import { GET } from '@/app/openapi.json/route'
import { type Json, parseJson } from '@/lib/contract/json'

export interface Schema {
  [keyword: string]: unknown
}
interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
}
export interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>
}
export interface Description {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Operation['responses'][string]> }
}

/** The description as it is served. */
export async function description(): Promise<Description> {
  const response = await GET(new Request('http://127.0.0.1:3000/openapi.json'))
  if (response.status !== 200) throw new Error(`it answered ${response.status}`)
  return (await response.json()) as Description
}

/** Tells what is wrong with an answer, by the description; null: nothing, or there is no body. */
export function answerChecker({ components }: Description) {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', components })
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()

  return (operation: Operation, status: number, type: string | null, body: string): string | null => {
    const told = operation.responses[String(status)]
    const found = told ?? operation.responses['default']
    const response = found?.$ref === undefined ? found : components.responses[found.$ref.split('/').at(-1) ?? '']
    if (response === undefined) return `status ${status} is not described`
    if (body === '') return null
    if (response.content === undefined) return `status ${status} is described without a body: ${body.slice(0, 80)}`
    const kind = type?.split(';')[0] ?? ''
    const content = response.content[kind]
    if (content === undefined) return `type ${type} is not described for ${status}`
    if (kind !== 'application/json') return null
    const key = `${operation.operationId} ${status} ${kind}`
    const check = compiled.get(key) ?? ajv.compile(absolute(content.schema))
    compiled.set(key, check)
    if (check(plain(parseJson(body)))) return null
    return ajv.errorsText(check.errors).slice(0, 300)
  }
}

const absolute = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as Schema

/** Numbers as the validator knows them. */
function plain(value: Json): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, it) => (typeof it === 'bigint' ? Number(it) : it?.isLosslessNumber ? Number(it) : it)),
  )
}

/** The operation that a request is for, as the framework would route it: words before parameters. */
export function operationFor({ paths }: Description, method: string, pathname: string): Operation | null {
  const segments = pathname.split('/').slice(1)
  const fits = Object.keys(paths).filter((path) => {
    const parts = path.split('/').slice(1)
    return parts.length === segments.length && parts.every((part, at) => part.startsWith('{') || part === segments[at])
  })
  const [best] = fits.sort((a, b) => (spelled(a) < spelled(b) ? -1 : 1))
  return best === undefined ? null : (paths[best]?.[method.toLowerCase()] ?? null)
}
const spelled = (path: string): string => path.replace(/\{\w+\}/g, '~')
