import type { DataFolder } from '#wiring/disk/data-folder.ts'
import { compareQuestions } from './support/cold-lookups.ts'
import { compareCosts, type Target, workerOf } from './support/cost.ts'
import type { Bench, Figure } from './support/figure.ts'
import {
  seededApiToken,
  seededSecret,
  seededSession,
  seededToken,
  seedFolder,
} from './support/seed.ts'
import { authorizationOf, requestText, type SignatureMethod } from './support/signing.ts'
import { type StartedPlatform, startPlatform } from './support/started.ts'

const [fewer, more] = [1000, 100_000]
const budget = 1.3
/** Higher, because scattered rows share few pages, and each page must be read the first time. */
const budgetOfFirst = 1.5

/** Whether requests and lookups become slower with the number of users, tokens, sessions and nonces. */
export default {
  name: 'lookups',
  async run() {
    await using small = await startSeeded(fewer)
    await using large = await startSeeded(more)
    const figures: Figure[] = []
    for (const [what, kind] of Object.entries(kinds)) {
      const costs = await costsOf([small, large], kind)
      figures.push(figureOf(`request with ${what}`, costs, budget))
    }
    for (const { what, costs } of await compareQuestions([small, large], fewer)) {
      figures.push(figureOf(`first lookup of ${what}`, costs, budgetOfFirst))
    }
    return figures
  },
} satisfies Bench

function figureOf(name: string, costs: [number, number], budget: number): Figure {
  const [referenceValue, value] = costs
  return {
    name: `${name}, ${more} of each`,
    value,
    unit: 'µs',
    reference: `${fewer} of each`,
    referenceValue,
    ratio: value / referenceValue,
    budget,
  }
}

interface SeededPlatform extends StartedPlatform {
  folder: DataFolder
  count: number
}

async function startSeeded(count: number): Promise<SeededPlatform> {
  let folder: DataFolder | undefined
  const platform = await startPlatform(async (data) => {
    folder = await seedFolder(data, { people: count, nonces: count })
  })
  return { ...platform, folder: folder as DataFolder, count }
}

/** How user number `person` calls a platform. */
interface Kind {
  port: 'port' | 'bridgePort'
  path: string
  headers(platform: SeededPlatform, url: URL, person: number): Record<string, string>
}

const signed = (method: SignatureMethod): Kind['headers'] => {
  return ({ admin }, url, person) => {
    const credentials = { ...admin, token: seededToken(person), secret: seededSecret }
    return { Authorization: authorizationOf(method, credentials, url) }
  }
}

const kinds: Record<string, Kind> = {
  'an access token': { port: 'port', path: '/v2/self', headers: signed('PLAINTEXT') },
  'a nonce': { port: 'port', path: '/v2/self', headers: signed('HMAC-SHA512') },
  'an API token': {
    port: 'bridgePort',
    path: '/v2/self',
    headers: (_platform, _url, person) => ({ Authorization: `Bearer ${seededApiToken(person)}` }),
  },
  'a session': {
    port: 'port',
    path: '/',
    headers: ({ folder }, _url, person) => ({
      Cookie: `ccid=${folder.signer.sign('session', seededSession(person))}`,
    }),
  },
}

/** The same number of users calls both platforms; on the larger one they are scattered. */
async function costsOf(
  platforms: [SeededPlatform, SeededPlatform],
  kind: Kind,
): Promise<[number, number]> {
  const asked = platforms.map((platform) => {
    const url = new URL(kind.path, `http://127.0.0.1:${platform[kind.port]}`)
    let count = 0
    return () => {
      const person = (count++ % fewer) * (platform.count / fewer)
      return requestText(url, kind.headers(platform, url, person))
    }
  }) as [() => string, () => string]
  const targets = await Promise.all(
    platforms.map(async (platform, at): Promise<Target> => {
      const port = platform[kind.port]
      return { port, pid: await workerOf(platform.pid, port, asked[at] ?? (() => '')) }
    }),
  )
  return compareCosts(targets as [Target, Target], asked)
}
