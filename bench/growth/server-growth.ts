import { workerOf } from '#bench/support/cost.ts'
import { type Figure, median, quietest } from '#bench/support/figure.ts'
import { cpuSeconds, memoryOf } from '#bench/support/process-usage.ts'
import { seededApplication, seededOrganisation, seedFolder } from '#bench/support/seed.ts'
import { authorizationOf, requestText } from '#bench/support/signing.ts'
import { type StartedPlatform, startPlatform } from '#bench/support/started.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { addedBy, partsOf } from './growth-figures.ts'

const starts = 3
/** Lists are repeated until they have shown so many applications, because a short one takes less than the clock tells. */
const shownApplications = 5000
const minLists = 5
/** Applications shown before the first list that counts, by which V8 has compiled what makes them. */
const warmUp = 5000
/** After it the server has given back what it will: Node collects garbage when it is idle. */
const rest = 20_000

/** What a server with so many applications takes. */
interface ServerCosts {
  applications: number
  /** Milliseconds from the start to the first answer. */
  start: number
  /** CPU milliseconds of the list of all. */
  list: number
  /** CPU milliseconds of the summary, after a change. */
  summary: number
  /** Megabytes of the server's process afterwards. */
  memory: number
}

/** Start, lists and memory of the server, with so many applications in its SQLite store. */
export async function serverFigures(sizes: readonly number[]): Promise<Figure[]> {
  const measured: ServerCosts[] = []
  for (const applications of sizes) measured.push(await measure(applications))
  const costs = (name: Exclude<keyof ServerCosts, 'applications'>) =>
    measured.map((each) => ({ applications: each.applications, value: each[name] }))
  return [
    ...partsOf('start to first answer', 'ms', costs('start')),
    ...partsOf('list of applications, CPU', 'ms', costs('list')),
    ...partsOf('summary after a change, CPU', 'ms', costs('summary')),
    ...addedBy('memory of the server (PSS)', 'MB', costs('memory')),
  ]
}

async function measure(applications: number): Promise<ServerCosts> {
  const quantities = { organisations: 1, applications, deploymentsEach: 1 }
  // The first start makes certificates for all domains.
  await using platform = await startPlatform((data) => seedFolder(data, quantities))
  const times: number[] = []
  for (let count = 0; count < starts; count++) times.push(await platform.restart())
  const server = await connectTo(platform)
  const list = `/v2/organisations/${seededOrganisation(0)}/applications`
  const lists: number[] = []
  const summaries: number[] = []
  for (let shown = 0; shown < warmUp; shown += applications) await server.cpuOf(list)
  const count = Math.max(minLists, Math.ceil(shownApplications / applications))
  for (let done = 0; done < count; done++) {
    lists.push(await server.cpuOf(list))
    await server.change(`${list}/${seededApplication(0)}`, { description: `change ${done}` })
    summaries.push(await server.cpuOf('/v2/summary'))
  }
  await sleep(rest)
  return {
    applications,
    start: median(times),
    list: quietest(lists),
    summary: quietest(summaries),
    memory: memoryOf([server.pid]).proportional,
  }
}

async function connectTo(platform: StartedPlatform) {
  const { admin, port } = platform
  const at = (path: string) => new URL(path, `http://127.0.0.1:${port}`)
  // Without the method and the parameters in it, it is the same for every call.
  const authorization = authorizationOf('PLAINTEXT', admin, at('/'))
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(at(path), { ...init, headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  }
  const self = requestText(at('/v2/self'), { Authorization: authorization })
  const pid = await workerOf(platform.pid, port, () => self)
  return {
    pid,
    change: (path: string, body: object) =>
      call(path, { method: 'PUT', body: JSON.stringify(body) }),
    /** CPU milliseconds of the server for one GET. */
    async cpuOf(path: string) {
      const before = cpuSeconds(pid)
      await call(path)
      return (cpuSeconds(pid) - before) * 1000
    },
  }
}
