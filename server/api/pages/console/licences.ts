import { endpoint } from '#api/http/endpoint.ts'
import { respond } from '#api/http/response.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { encodedFor } from './console-files.ts'

/** They go with the scripts of the console, so whoever gets those may read them. */
export const getLicences = endpoint({
  method: 'GET',
  path: '/licences.txt',
  access: 'anyone',
  summary: 'The licences of all packages that the console and the server contain',
  produces: 'text/plain',
  async handle({ consoleFiles, request }) {
    const file = await consoleFiles.licences()
    if (!file)
      throw new Refusal('missing', 'The console is not built yet, and the licences with it.')
    const { bytes, headers } = encodedFor(file, request.headers.get('accept-encoding'))
    return respond(bytes, { headers: { ...headers, 'cache-control': 'no-cache' } })
  },
})
