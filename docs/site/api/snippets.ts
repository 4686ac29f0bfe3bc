import { type ApiOperation, exampleAddresses } from './operations.ts'

/** A call of an operation as text to copy. */
export interface Snippet {
  title: string
  language: 'sh' | 'js'
  text: string
}

const isIn = ({ operation }: ApiOperation, scheme: string) =>
  operation.security.some((one) => scheme in one)

/** Whether everybody may call it. */
const isOpen = ({ operation }: ApiOperation) =>
  operation.security.length === 0 || operation.security.some((one) => Object.keys(one).length === 0)

/** Ways to call an operation: with curl, with the command-line tool, and from JavaScript. */
export function snippetsOf(one: ApiOperation, path: string, body: unknown): Snippet[] {
  const json = body === undefined ? undefined : JSON.stringify(body, null, 2)
  const token = one.isAtBridge && isIn(one, 'bearer')
  const basic = isIn(one, 'provider')
  const anonymous = isOpen(one) && !token
  if (!token && !basic && !anonymous) return toolSnippet(one, path, json)
  const url = `${token ? exampleAddresses.bridge : exampleAddresses.api}${path}`
  const header = token ? 'Authorization: Bearer $BERTH_API_TOKEN' : undefined
  return [
    {
      title: 'curl',
      language: 'sh',
      text: curlText({ method: one.method, url, header, json, basic }),
    },
    ...(one.isAtApi && token ? toolSnippet(one, path, json) : []),
    ...(basic
      ? []
      : [
          {
            title: 'JavaScript',
            language: 'js' as const,
            text: fetchText({ method: one.method, url, token, json }),
          },
        ]),
  ]
}

const toolSnippet = (
  { method }: ApiOperation,
  path: string,
  json: string | undefined,
): Snippet[] => [
  {
    title: 'The command-line tool',
    language: 'sh',
    text: ['berth curl', ...methodOf(method), ...bodyOf(json), quote(path)].join(' '),
  },
]

const methodOf = (method: string) => (method === 'GET' ? [] : ['-X', method])

const bodyOf = (json: string | undefined) =>
  json === undefined ? [] : ["-H 'Content-Type: application/json'", '--data', quote(json)]

/** A word for a shell. */
const quote = (text: string) =>
  /^[\w/:.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

interface CurlCall {
  method: string
  url: string
  header: string | undefined
  json: string | undefined
  basic: boolean
}

function curlText({ method, url, header, json, basic }: CurlCall): string {
  return [
    ['curl', ...methodOf(method), quote(url)].join(' '),
    header && `-H "${header}"`,
    basic && `-u "$PROVIDER_ID:$PROVIDER_PASSWORD"`,
    ...(json === undefined ? [] : ["-H 'Content-Type: application/json'", `--data ${quote(json)}`]),
  ]
    .filter(Boolean)
    .join(' \\\n  ')
}

interface FetchCall {
  method: string
  url: string
  token: boolean
  json: string | undefined
}

function fetchText({ method, url, token, json }: FetchCall): string {
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is of the code that is shown.
    token && 'authorization: `Bearer ${apiToken}`',
    json !== undefined && "'content-type': 'application/json'",
  ].filter(Boolean)
  const options = [
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: { ${headers.join(', ')} },`,
    json !== undefined && `  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),`,
  ].filter(Boolean)
  const call =
    options.length === 0 ? `fetch('${url}')` : `fetch('${url}', {\n${options.join('\n')}\n})`
  return `const response = await ${call}`
}
