import type { IncomingMessage } from 'node:http'
import type {
  ProviderCall,
  ProviderClient,
  ProviderFile,
} from '#platform/model/marketplace/provider-client.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import { BadAnswerError } from './read-answer.ts'

type Ask = <T>(
  call: ProviderCall,
  signal: AbortSignal,
  read: (answer: IncomingMessage) => Promise<T>,
) => Promise<T>

const maxConcurrent = 8
/** Idle timeout of a provider's download. */
const timeout = 60_000

/** Opens files of providers, with limited concurrency. */
export function createDownloads(ask: Ask): ProviderClient['open'] {
  let open = 0
  return async (call, signal) => {
    if (open >= maxConcurrent) {
      throw new ProviderUnreachableError(
        'unsent',
        'Too many downloads at the moment. Try again in a minute.',
        0,
      )
    }
    open += 1
    const beginning = new AbortController()
    const timer = setTimeout(() => beginning.abort(), call.timeout)
    const stops = AbortSignal.any([beginning.signal, ...(signal === undefined ? [] : [signal])])
    const release = () => {
      open -= 1
    }
    try {
      const file = await ask({ ...call, method: 'GET' }, stops, fileIn)
      file.stream.once('close', release)
      return file
    } catch (error) {
      release()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

async function fileIn(answer: IncomingMessage): Promise<ProviderFile> {
  const { statusCode, headers, socket } = answer
  if (statusCode !== 200) throw new BadAnswerError(`answered ${statusCode}`)
  socket.setTimeout(timeout, () => answer.destroy(new BadAnswerError('went silent')))
  const size = Number(headers['content-length'])
  return {
    size: Number.isSafeInteger(size) && size >= 0 ? size : undefined,
    extension: extensionIn(headers['content-disposition'] ?? ''),
    stream: answer.on('error', () => {}),
  }
}

const extensionIn = (disposition: string): string | undefined =>
  /filename="[^"]{1,300}\.([a-z0-9]{1,10})"/i.exec(disposition.slice(0, 500))?.[1]
