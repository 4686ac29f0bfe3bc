import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { root } from '#tests/laws/source-tree.ts'

const timeout = 20_000

interface ScriptCoverage {
  url: string
  functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[]
}

/** V8's precise coverage of a running process, taken through its inspector. */
export class Coverage implements Disposable {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (result: { result: ScriptCoverage[] }) => void>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data))
      this.#waiting.get(id)?.(result)
      this.#waiting.delete(id)
    })
  }

  /** `inspector` is the address that the process says its debugger listens on. */
  static async attach(inspector: string): Promise<Coverage> {
    const socket = new WebSocket(inspector)
    await until(() => socket.readyState === WebSocket.OPEN, { timeout, what: inspector })
    const coverage = new Coverage(socket)
    await coverage.#call('Profiler.enable')
    await coverage.#call('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    return coverage
  }

  /** Our files of which a function was called since the last time; loading a file is no call. */
  async take(): Promise<string[]> {
    const { result } = await this.#call('Profiler.takePreciseCoverage')
    return result.flatMap(({ url, functions }) => {
      const path = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : ''
      if (!path.endsWith('.ts') || path.startsWith('..')) return []
      const called = functions.some(
        ({ functionName, ranges: [whole] }) =>
          (functionName !== '' || whole?.startOffset !== 0) && (whole?.count ?? 0) > 0,
      )
      return called ? [path] : []
    })
  }

  #call(method: string, params: object = {}): Promise<{ result: ScriptCoverage[] }> {
    const id = ++this.#lastId
    const answer = Promise.withResolvers<{ result: ScriptCoverage[] }>()
    this.#waiting.set(id, answer.resolve)
    this.#socket.send(JSON.stringify({ id, method, params }))
    return withTimeout(answer.promise, timeout, method)
  }

  [Symbol.dispose](): void {
    this.#socket.close()
  }
}
