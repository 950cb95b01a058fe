import 'server-only'
import type { Handler, Operation } from '../route'
import { ANSWERS, ENGINE_PARAMS, type PUBLIC_PATHS, type Yes } from './answers'
import { type JsonSchema, jsonSchemaOf } from './json-schema'
import { BOOLEAN, INTEGER, listOf, object, recordSchemas, ref, STRING } from './records'

/** The handlers of one path as its route file exports them. */
export type PathHandlers = Readonly<Record<string, unknown>>
/** By path, spelled with the names of its folders: `/v1/runs/[runId]`. */
export type Paths = Readonly<Record<string, PathHandlers>>

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const OPENAPI = '3.1.0'

export interface Described {
  method: string
  path: string
  operation: Operation
}

/** Every operation behind which a verb stands, whether or not its answers are known. */
export function operationsOf(paths: Paths): Described[] {
  return Object.entries(paths).flatMap(([folders, handlers]) =>
    METHODS.flatMap((method) => {
      const operation = (handlers[method] as Handler | undefined)?.operation
      return operation === undefined ? [] : [{ method, path: pathOf(folders), operation }]
    }),
  )
}

/** Folder names are JavaScript's, names of parameters the wire's. */
export const pathOf = (folders: string): string =>
  folders.replace(/\[(\w+)\]/g, (_, name: string) =>
    name === 'tenantId' ? '{tenant}' : `{${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}}`,
  )

/** The description of what is served: paths from the routes, inputs from what reads them, records from their schemas. */
export function describeApi(paths: Paths): JsonSchema {
  const described: Record<string, Record<string, JsonSchema>> = { ...PUBLIC }
  for (const one of operationsOf(paths)) {
    described[one.path] = { ...described[one.path], [one.method.toLowerCase()]: operationObject(one) }
  }
  return {
    openapi: OPENAPI,
    info: {
      title: 'faucet console',
      version: '1',
      summary: 'The HTTP API of `faucet serve` over its run-history store',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths: described,
    components: {
      schemas: recordSchemas(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        Refused: {
          description: 'Why not: the envelope, or plain text from what reads requests',
          content: { 'application/json': { schema: ref('ErrorEnvelope') }, 'text/plain': { schema: STRING } },
        },
      },
    },
  }
}

function operationObject({ method, path, operation: { verb, reader } }: Described): JsonSchema {
  const key = `${method} ${path}`
  const answers = ANSWERS[key] ?? []
  return {
    operationId: operationId(method, path),
    tags: [path.split('/')[2] ?? ''],
    'x-permission': verb.permission,
    'x-audit-label': verb.label,
    'x-scope': verb.scope,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter('path', name ?? '', STRING)),
      ...Object.entries(reader?.params ?? {}).map(([name, schema]) => parameter('query', name, schema as JsonSchema)),
      ...(ENGINE_PARAMS[key] ?? []).map((name) => parameter('query', name, STRING)),
    ],
    ...(reader?.body && {
      requestBody: {
        required: reader.body.required,
        content: {
          [reader.body.type]: {
            schema:
              reader.body.schema !== null
                ? jsonSchemaOf(reader.body.schema)
                : reader.body.type === '*/*'
                  ? {}
                  : { type: 'object' },
          },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(answers.map((yes) => [String(yes.status), response(yes)])),
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

const parameter = (where: 'path' | 'query', name: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: where,
  required: where === 'path',
  schema,
  // `label=a&label=b`
  ...(schema['type'] === 'array' && { style: 'form', explode: true }),
})

const response = ({ status, content }: Yes): JsonSchema => ({
  description: status === 204 ? 'Done' : status === 202 ? 'Accepted' : 'Yes',
  ...(content && {
    content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
  }),
})

const operationId = (method: string, path: string): string =>
  [method.toLowerCase(), ...path.split(/[/{}]+/).filter((part) => part !== '' && part !== 'v1')]
    .map((part, at) => (at === 0 ? part : part.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())))
    .join('')

const open = (status: string, description: string, content?: JsonSchema): JsonSchema => ({
  [status]: { description, ...(content && { content }) },
})
const readiness = {
  'application/json': {
    schema: object({
      status: { type: 'string', enum: ['ready', 'not_ready'] },
      history_ok: BOOLEAN,
      queue_ok: BOOLEAN,
      cluster: object({ enabled: BOOLEAN, instances: INTEGER }),
      triggers: listOf({ type: 'object' }),
      'read_only?': STRING,
    }),
  },
}
const PUBLIC: Readonly<Record<(typeof PUBLIC_PATHS)[number], Record<string, JsonSchema>>> = {
  '/healthz': { get: { operationId: 'getHealthz', security: [], responses: open('200', 'The process is up') } },
  '/readyz': {
    get: {
      operationId: 'getReadyz',
      security: [],
      responses: { ...open('200', 'The store answers', readiness), ...open('503', 'It does not', readiness) },
    },
  },
  '/metrics': {
    get: {
      operationId: 'getMetrics',
      security: [],
      responses: open('200', 'Numbers of this process', { 'text/plain': { schema: STRING } }),
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'getOpenapi',
      security: [],
      responses: open('200', 'This', { 'application/json': { schema: { type: 'object' } } }),
    },
  },
  '/v1/connect/callback': {
    get: {
      operationId: 'getConnectCallback',
      security: [],
      parameters: ['state', 'code', 'error', 'error_description'].map((name) => parameter('query', name, STRING)),
      responses: {
        ...open('303', 'On to where the sign-in began'),
        default: { $ref: '#/components/responses/Refused' },
      },
    },
  },
}
