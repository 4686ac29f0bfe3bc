import { endpoint } from '#api/http/endpoint.ts'
import { respondWithFile } from '#api/pages/static-file.ts'
import { Refusal } from '#platform/model/refusal.ts'

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
    return respondWithFile(request, file, { 'cache-control': 'no-cache' })
  },
})
