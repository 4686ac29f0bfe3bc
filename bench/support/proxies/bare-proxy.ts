import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Target } from '#bench/support/cost.ts'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'
import { isOpen, type Nginx } from './nginx.ts'

/** The least that a proxy with `node:http` on both sides can do: keep-alive, the same headers, nothing else. */
const program = `
const http = process.getBuiltinModule('node:http')
const [port, application] = process.argv.slice(1).map(Number)
const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' })
http.createServer({ optimizeEmptyRequests: true }, (request, response) => {
  const { method, url: path, rawHeaders, headers: { host } } = request
  const headers = [...rawHeaders, 'X-Forwarded-For', '127.0.0.1', 'X-Forwarded-Proto', 'http',
    'X-Forwarded-Host', host, 'X-Forwarded-Port', String(port)]
  const client = new http.ClientRequest({ port: application, host: '127.0.0.1', method, path, headers, agent })
  client.on('response', (incoming) => {
    const kept = incoming.rawHeaders.filter((_, at, all) => all[at - (at % 2)] !== 'Connection')
    response.writeHead(incoming.statusCode, incoming.statusMessage, kept)
    incoming.on('data', (chunk) => response.write(chunk))
    incoming.on('end', () => response.end())
  })
  client.on('error', () => response.destroy())
  client.end()
}).listen(port, '127.0.0.1')
`

/** Starts that proxy, with the young generation that the router has. */
export async function startBareProxy(application: Nginx): Promise<Target & AsyncDisposable> {
  const port = await freePort()
  const flags = ['--max-semi-space-size=4', '--eval', program]
  const child = spawn(process.execPath, [...flags, String(port), String(application.port)], {
    env: plainEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'spawn')
  await until(() => isOpen(port), { timeout: 30_000, what: 'the start of the bare proxy' })
  return {
    pid: child.pid ?? 0,
    port,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      if (child.kill('SIGKILL')) await withTimeout(ended, 10_000, 'its end')
    },
  }
}
