import {
  compareCosts,
  type Effort,
  quick,
  type Target,
  thorough,
  workerOf,
} from './support/cost.ts'
import type { Bench, Figure } from './support/figure.ts'
import { goals } from './support/goals.ts'
import { seedFolder } from './support/seed.ts'
import {
  authorizationOf,
  requestText,
  type SignatureMethod,
  signatureMethods,
} from './support/signing.ts'
import { type StartedPlatform, startBare, startPlatform } from './support/started.ts'

const quantities = { organisations: 50, applications: 500 }

/** CPU time of a signed API call, compared with a bare server that sends the same response. */
export default {
  name: 'api',
  async run() {
    await using platform = await startPlatform((data) => seedFolder(data, quantities))
    const summary = await measure(platform, {
      path: '/v2/summary',
      method: 'HMAC-SHA512',
      budget: 6,
      what: `${quantities.organisations} organisations, ${quantities.applications} applications`,
      effort: thorough,
    })
    return [...(await measureSignatures(platform, thorough)), summary]
  },
  async runQuickly() {
    await using platform = await startPlatform()
    return await measureSignatures(platform, quick)
  },
} satisfies Bench

async function measureSignatures(platform: StartedPlatform, effort: Effort): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const method of signatureMethods) {
    const budget = goals.signedCall[method]
    figures.push(await measure(platform, { path: '/v2/self', method, budget, effort }))
  }
  return figures
}

interface Measurement {
  path: string
  method: SignatureMethod
  budget: number
  what?: string
  effort: Effort
}

async function measure(platform: StartedPlatform, measured: Measurement): Promise<Figure> {
  const { path, method, budget, what = method, effort } = measured
  const { admin, port } = platform
  const url = new URL(path, `http://127.0.0.1:${port}`)
  const next = () => requestText(url, { Authorization: authorizationOf(method, admin, url) })
  await using bare = await startTwin(url, authorizationOf(method, admin, url))
  const server: Target = { port, pid: await workerOf(platform.pid, port, next) }
  const [value, referenceValue] = await compareCosts([server, bare], [next, next], 8, effort)
  return {
    name: `signed GET ${path}, ${what}, CPU`,
    value,
    unit: 'µs',
    reference: 'bare Node',
    referenceValue,
    budget,
    ratio: value / referenceValue,
  }
}

/** Starts a bare server that sends the same response. */
async function startTwin(url: URL, authorization: string) {
  const answer = await fetch(url, { headers: { authorization } })
  if (answer.status !== 200) throw new Error(`${url.pathname} answered ${answer.status}`)
  const {
    date,
    connection,
    'keep-alive': keepAlive,
    ...headers
  } = Object.fromEntries(answer.headers)
  return startBare(await answer.text(), headers)
}
