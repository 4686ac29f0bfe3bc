import { AsyncLocalStorage } from 'node:async_hooks'
import { loadOnce } from '#kit/concurrency/load-once.ts'
import { AcmeError } from '#platform/model/hosting/acme-client.ts'
import { errorOf } from './acme-problem.ts'
import { type createAcmeTransport, unavailable } from './acme-transport.ts'

export type AcmeLibrary = typeof import('acme-client')

/** How the requests of one call are sent. */
export interface AcmeSession {
  transport: ReturnType<typeof createAcmeTransport>
  signal: AbortSignal
}

/** The package has one setting for all its clients of how requests are sent, so each call brings its own along. */
const sessions = new AsyncLocalStorage<AcmeSession>()

const load = loadOnce(async (): Promise<AcmeLibrary> => {
  const library = await import('acme-client')
  const { defaults } = library.axios
  // Retries are the worker's decision, which goes by owners and by what the server asks for.
  Object.assign(defaults, { acmeSettings: { retryMaxAttempts: 0, retryDefaultDelay: 0 } })
  defaults.adapter = async (config) => {
    const session = sessions.getStore()
    if (!session) throw new Error('a request outside of a call')
    const answer = await session.transport({
      url: config.url ?? '',
      method: (config.method ?? 'get').toUpperCase(),
      headers: { 'content-type': 'application/jose+json' },
      body: typeof config.data === 'string' ? config.data : undefined,
      signal: session.signal,
    })
    const error = errorOf(answer, Date.now())
    if (error) throw error
    const { status, headers, text } = answer
    return { data: text, status, statusText: '', headers, config, request: undefined }
  }
  return library
})

/** Runs a call of the package; whatever a strange answer makes it throw becomes an `AcmeError`. */
export async function withLibrary<T>(
  session: AcmeSession,
  work: (library: AcmeLibrary) => Promise<T>,
): Promise<T> {
  const library = await load()
  try {
    return await sessions.run(session, () => work(library))
  } catch (error) {
    if (error instanceof AcmeError || session.signal.aborted) throw error
    const message = (error as Error).message.replace(/[\p{C}\s]+/gu, ' ').slice(0, 200)
    throw unavailable(`gave an answer that is not ACME (${message})`)
  }
}
