import { respond } from '#api/http/response.ts'
import { encodedFor, protections } from '#api/pages/static-file.ts'
import type { ConsoleFiles } from './console-files.ts'

/** The page of the console, which is the same at all addresses; nothing while it is not built. */
export async function consoleDocument(
  consoleFiles: ConsoleFiles,
  request: Request,
  status = 200,
): Promise<Response | undefined> {
  const index = await consoleFiles.index()
  if (!index) return undefined
  const { bytes, headers } = encodedFor(index, request.headers.get('accept-encoding'))
  const all = { ...headers, ...protections, 'cache-control': 'no-store' }
  return respond(bytes, { status, headers: all })
}
