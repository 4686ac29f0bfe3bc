import { endpoint } from '#api/http/endpoint.ts'
import { immutable, respondWithFile } from '#api/pages/static-file.ts'
import { Refusal } from '#platform/model/refusal.ts'

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
    return respondWithFile(request, file, immutable)
  },
})
