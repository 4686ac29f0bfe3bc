import { endpoint } from '#api/http/endpoint.ts'
import { respond } from '#api/http/response.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { encodedFor } from './console-files.ts'

/** Scripts, styles and pictures of the console; their names change with their content. */
export const getConsoleAsset = endpoint({
  method: 'GET',
  path: '/assets/:name',
  access: 'anyone',
  isSameOrigin: true,
  summary: 'A file of the console',
  produces: '*/*',
  async handle({ consoleFiles, params, request }) {
    const file = await consoleFiles.asset(params.name)
    if (!file) throw new Refusal('missing', 'There is no such file.')
    const { bytes, headers } = encodedFor(file, request.headers.get('accept-encoding'))
    const cached = {
      ...headers,
      etag: file.etag,
      'cache-control': 'public, max-age=31536000, immutable',
    }
    return isKnown(request, file.etag)
      ? new Response(null, { status: 304, headers: cached })
      : respond(bytes, { headers: cached })
  },
})

const isKnown = ({ headers }: Request, etag: string): boolean =>
  (headers.get('if-none-match') ?? '')
    .split(',')
    .some((known) => known.trim().replace(/^W\//, '') === etag)
