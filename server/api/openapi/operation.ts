import { hasV4Errors } from '#api/answers/errors.ts'
import { accessName, type Endpoint } from '#api/http/endpoint.ts'
import { defaultMaxBytes } from '#api/http/read-body.ts'
import { type JsonSchema, jsonSchemaOf } from '#kit/json-schema.ts'
import { documentedSchemaOf, encodingOf, read, type Schema } from '#kit/schema.ts'
import { type Component, nameOf, refTo } from './components.ts'
import { type Presence, type Security, securityOf } from './security.ts'

type Content = Readonly<Record<string, { schema?: JsonSchema }>>

/** An operation of a path. */
export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: readonly [string]
  security: Security
  parameters: readonly Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Readonly<Record<string, { description: string; content?: Content }>>
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
}

export interface OperationContext extends Presence {
  /** One of the endpoint's paths. */
  path: string
  components: ReadonlyMap<Schema, Component>
}

export function operationOf(
  endpoint: Endpoint,
  { path, isOnApi, isOnBridge, components }: OperationContext,
): Operation {
  const { method, summary, body } = endpoint
  return {
    operationId: nameOf({ method, path }),
    summary,
    description: describe(endpoint),
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint, { isOnApi, isOnBridge }),
    parameters: [...pathParameters(path), ...queryParameters(endpoint)],
    ...(body && {
      requestBody: { required: needsBody(endpoint, body), content: contentOf(body, components) },
    }),
    responses: responsesOf(endpoint, components),
  }
}

/** The operation of an address that is opened as a WebSocket, together with what an ordinary request to it does. */
export function withTerminal(terminal: Operation, ordinary: Operation | undefined): Operation {
  const { summary, description, parameters } = terminal
  const { default: refused, ...responses } = ordinary?.responses ?? terminal.responses
  return {
    ...(ordinary ?? terminal),
    ...(ordinary && {
      description: `${ordinary.description} As a WebSocket: ${summary}. ${description}`,
      parameters: [
        ...ordinary.parameters,
        ...parameters.filter((one) => !ordinary.parameters.some(({ name }) => name === one.name)),
      ],
    }),
    responses: {
      101: { description: 'A WebSocket with the subprotocol `berth.terminal`' },
      ...responses,
      ...(refused && { default: refused }),
    },
  }
}

function describe({ access, body, maxBytes = defaultMaxBytes }: Endpoint): string {
  const limit = body ? ` The body has at most ${maxBytes / 1024} KiB.` : ''
  return `Access: ${accessName(access)}.${limit}`
}

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: parameterSchema(name),
  }))

const queryParameters = ({ query = {} }: Endpoint): Parameter[] =>
  Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: jsonSchemaOf(schema),
  }))

/** Whether a missing body is refused. An OAuth 1 signature may be in the form or in the header. */
const needsBody = ({ isPage = false }: Endpoint, body: Schema): boolean =>
  encodingOf(body) === 'text'
    ? isPage
    : read(documentedSchemaOf(body) ?? body, undefined).problems !== undefined

function contentOf(schema: Schema, components: OperationContext['components']): Content {
  const component = components.get(schema)
  if (component) return { 'application/json': { schema: refTo(component) } }
  return encodingOf(schema) === 'text'
    ? { 'application/x-www-form-urlencoded': { schema: formSchema } }
    : { '*/*': { schema: jsonSchemaOf(schema) } }
}

const formSchema: JsonSchema = { type: 'object', additionalProperties: { type: 'string' } }

function responsesOf(
  endpoint: Endpoint,
  components: OperationContext['components'],
): Operation['responses'] {
  const error = refTo({ name: hasV4Errors(endpoint.path) ? 'ErrorV4' : 'Error' })
  // A program that asks for no page is refused in JSON.
  const refusal = { 'application/json': { schema: error } }
  const page = { 'text/html': {}, ...refusal }
  if (endpoint.isPage) return { default: { description: 'A page', content: page } }
  return {
    ...successOf(endpoint, components),
    default: {
      description: 'Refused, or gone wrong',
      content: endpoint.produces === 'text/html' ? page : refusal,
    },
  }
}

/** The response of success; none for an endpoint that always refuses. */
function successOf(
  { answer, produces, alternative, status: given }: Endpoint,
  components: OperationContext['components'],
): Operation['responses'] {
  const status = given ?? 200
  if (answer) {
    const content = { ...contentOf(answer, components), ...(alternative && { [alternative]: {} }) }
    return { [status]: { description: 'Done', content } }
  }
  if (produces === undefined) return {}
  return produces === 'nothing'
    ? { 204: { description: 'Done' } }
    : { [status]: { description: 'Done', content: { [produces]: {} } } }
}

/** Tag of an endpoint: the part of its path after version and owner. */
export function tagOf({ path, isPage }: Pick<Endpoint, 'path' | 'isPage'>): string {
  if (isPage) return 'pages'
  const words = path.split('/').filter((part) => part !== '' && !/^(v\d|:.*)$/.test(part))
  const [first = 'platform', second] = words
  const isOfOwner = /^\/v\d\/organisations\/:ownerId\/\w/.test(path)
  return (isOfOwner && second) || first.replace(/\..*$/, '')
}

/** Id prefixes by kind. */
const idPrefixes: Readonly<Record<string, string>> = {
  ownerId: '(user|orga)',
  applicationId: 'app',
  migrationId: 'migration',
  deliveryId: 'delivery',
}

/** Schema of a path parameter, by its name. */
const parameterSchema = (name: string): JsonSchema =>
  Object.hasOwn(idPrefixes, name)
    ? { type: 'string', pattern: `^${idPrefixes[name]}_` }
    : { type: 'string' }
