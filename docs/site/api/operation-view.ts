import type { CallableOperation } from '#docs/site/browser/shared.ts'
import { codeBlock } from '#docs/site/code/code-block.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { exampleOf } from './example.ts'
import { type ApiOperation, resolveSchema, type Schemas } from './operations.ts'
import { describe, schemaView } from './schema-view.ts'
import { snippetsOf } from './snippets.ts'

type Content = Readonly<Record<string, { schema?: object }>>

/** An operation as a part of its page; what is long is folded away. */
export function operationView(one: ApiOperation, schemas: Schemas): string {
  const { operation } = one
  const body = exampleBody(one, schemas)
  return `<section class="operation">
<h2 id="${escapeHtml(one.id)}"><span class="method method-${one.method.toLowerCase()}">${one.method}</span> <code>${breakable(one.path)}</code></h2>
<p>${text(operation.summary)}.</p>
<p class="muted">${escapeHtml(operation.description)} ${credentials(one)}</p>
${one.aliases.map((path) => `<p class="muted">Also at <code>${breakable(path)}</code>.</p>`).join('\n')}
<details class="try" data-operation="${escapeHtml(JSON.stringify(callable(one, body)))}"><summary>Details, examples</summary>
${parameterTable(one)}
${bodyView(one, schemas, body)}
${answerView(one, schemas)}
${snippetsOf(one, examplePath(one), body)
  .map(({ title, text: call, language }) => `<h3>${title}</h3>\n${codeBlock(call, language)}`)
  .join('\n')}
</details>
</section>`
}

/** Sentences of the description have code between backticks. */
const text = (sentence: string) => escapeHtml(sentence).replace(/`([^`]+)`/g, '<code>$1</code>')

/** A path that may be broken after each slash. */
export const breakable = (path: string) => escapeHtml(path).replaceAll('/', '/<wbr>')

const schemeNames: Readonly<Record<string, string>> = {
  oauth1: 'an OAuth 1 signature',
  bearer: 'an API token at the bridge',
  provider: "the provider's id and password",
  csrf: 'the session of a page of the platform',
}

function credentials({ operation, isAtApi }: ApiOperation): string {
  const schemes = operation.security.flatMap((one) => Object.keys(one))
  const names = [...new Set(schemes)].flatMap((scheme) => schemeNames[scheme] ?? [])
  const where = isAtApi ? '' : ' Only at the bridge.'
  return names.length === 0 ? where : `With ${names.join(' or ')}.${where}`
}

function callable(one: ApiOperation, body: unknown): CallableOperation {
  const named = (place: 'path' | 'query') =>
    one.operation.parameters.flatMap(({ name, in: at }) => (at === place ? name : []))
  return {
    method: one.method,
    path: one.path,
    segments: named('path'),
    query: named('query'),
    isForPages: isForPages(one),
    ...(body !== undefined && { body: JSON.stringify(body, null, 2) }),
  }
}

/** Whether the session of a browser, or anybody, may call it and gets an answer that can be shown. */
function isForPages({ isAtApi, part, operation: { security } }: ApiOperation): boolean {
  const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0)
  return isAtApi && part !== 'pages' && (isOpen || security.some((one) => 'session' in one))
}

function parameterTable({ operation: { parameters } }: ApiOperation): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}</td><td>${describe(schema)}</td></tr>`,
  )
  return `<h3>Parameters</h3>
<div class="table" role="region" aria-label="Parameters" tabindex="0"><table>
<thead><tr><th>name</th><th>in</th><th>value</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`
}

const jsonOf = (content: Content | undefined, schemas: Schemas) => {
  const schema = content?.['application/json']?.schema
  return schema && resolveSchema(schema, schemas)
}

/** Bodies of operations that refuse some of what their schema names. */
const chosenBodies: Readonly<Record<string, unknown>> = {
  'put-v2-organisations-ownerId-applications-applicationId': {
    name: 'my-shop',
    description: 'Our shop',
  },
}

/** A body that the operation accepts. */
export function exampleBody({ id, operation }: ApiOperation, schemas: Schemas): unknown {
  const schema = jsonOf(operation.requestBody?.content, schemas)
  return schema && (chosenBodies[id] ?? exampleOf(schema, 'body'))
}

function bodyView({ operation }: ApiOperation, schemas: Schemas, body: unknown): string {
  const { requestBody } = operation
  if (!requestBody) return ''
  const need = requestBody.required ? '' : ' <em>optional</em>'
  const schema = jsonOf(requestBody.content, schemas)
  const types = Object.keys(requestBody.content).map((type) => `<code>${escapeHtml(type)}</code>`)
  return schema
    ? `<h3>Body${need}</h3>\n${schemaView(schema)}\n${codeBlock(JSON.stringify(body, null, 2), 'json')}`
    : `<h3>Body${need}</h3>\n<p>${types.join(', ')}</p>`
}

function answerView({ operation }: ApiOperation, schemas: Schemas): string {
  return Object.entries(operation.responses)
    .filter(([status]) => status !== 'default')
    .map(([status, { content }]) => {
      const types = Object.keys(content ?? {}).map((type) => `<code>${escapeHtml(type)}</code>`)
      const schema = jsonOf(content, schemas)
      const shape = schema
        ? `${schemaView(schema)}\n${codeBlock(JSON.stringify(exampleOf(schema, 'answer'), null, 2), 'json')}`
        : ''
      return `<h3>Answer ${status}</h3>\n<p>${types.join(' or ') || 'Without a body'}</p>\n${shape}`
    })
    .join('\n')
}

/** The path with example values for its parameters. */
const examplePath = ({ path }: ApiOperation) =>
  path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(exampleOf({ type: 'string' }, 'body', name))),
  )
