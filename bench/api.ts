import { type Bench, type Figure, median } from '#bench/figure.ts'
import { sendLoad } from '#bench/load.ts'
import { cpuSeconds, familyOf } from '#bench/process-usage.ts'
import { startBare, startPlatform } from '#bench/started.ts'
import { signedHeader } from '#client/oauth1.ts'

const rounds = 5
const requests = 15_000
const connections = 8

/** What a signed call costs the server, beside an answer of the same bytes from a server that does nothing. */
export default {
  name: 'api',
  async run() {
    await using platform = await startPlatform()
    const { admin, port } = platform
    const url = new URL(`http://127.0.0.1:${port}/v2/self`)
    const plaintext = `OAuth oauth_consumer_key="${admin.consumerKey}", oauth_token="${admin.token}", oauth_signature="${admin.consumerSecret}%26${admin.secret}"`
    const answer = await fetch(url, { headers: { authorization: plaintext } })
    const {
      date: _,
      connection: __,
      'keep-alive': ___,
      ...headers
    } = Object.fromEntries(answer.headers)
    await using bare = await startBare(await answer.text(), headers)
    const server = await serverAmong(familyOf(platform.pid), port, plaintext)
    const measure = (name: string, authorization: () => string) =>
      compare(name, { port, pid: server }, bare, () => requestText(url, authorization()))
    return [
      await measure('signed GET /v2/self, PLAINTEXT, CPU', () => plaintext),
      await measure('signed GET /v2/self, HMAC-SHA512, CPU', () => signedHeader(admin, 'GET', url)),
    ]
  },
} satisfies Bench

interface Target {
  port: number
  pid: number
}

async function compare(
  name: string,
  platform: Target,
  bare: Target,
  nextRequest: () => string,
): Promise<Figure> {
  const cost = async ({ port, pid }: Target) => {
    const before = cpuSeconds(pid)
    await sendLoad({ port, requests, connections, nextRequest })
    return ((cpuSeconds(pid) - before) / requests) * 1e6
  }
  await cost(platform)
  await cost(bare)
  const costs: number[] = []
  const bareCosts: number[] = []
  for (let round = 0; round < rounds; round++) {
    costs.push(await cost(platform))
    bareCosts.push(await cost(bare))
  }
  const [value, referenceValue] = [median(costs), median(bareCosts)]
  const ratio = value / referenceValue
  return { name, value, unit: 'µs', reference: 'bare Node', referenceValue, ratio, budget: 2 }
}

const requestText = (url: URL, authorization: string) =>
  `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: ${authorization}\r\nAccept: application/json\r\n\r\n`

/** The one of the processes that works when the API is called. */
async function serverAmong(pids: number[], port: number, authorization: string): Promise<number> {
  const before = pids.map(cpuSeconds)
  const url = new URL(`http://127.0.0.1:${port}/v2/self`)
  const nextRequest = () => requestText(url, authorization)
  await sendLoad({ port, requests: 2000, connections, nextRequest })
  const used = pids.map((pid, at) => cpuSeconds(pid) - (before[at] ?? 0))
  return pids[used.indexOf(Math.max(...used))] ?? 0
}
