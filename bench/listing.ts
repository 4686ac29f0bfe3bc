import { sleep } from '#kit/concurrency/timeout.ts'
import { workerOf } from './support/cost.ts'
import { type Bench, type Figure, median } from './support/figure.ts'
import { memoryOf } from './support/process-usage.ts'
import { seedFolder } from './support/seed.ts'
import { authorizationOf, requestText } from './support/signing.ts'
import { type StartedPlatform, startBare, startPlatform } from './support/started.ts'

const applications = 300
const times = 40
/** After it the server has given back what it will: Node collects garbage when it is idle. */
const rest = 20_000

/** Time and memory of a long list of applications, compared with a bare server that sends the same bytes. */
export default {
  name: 'listing',
  async run({ count = times }) {
    await using platform = await startPlatform((data) =>
      seedFolder(data, { organisations: 1, applications }),
    )
    const authorization = (url: URL) => authorizationOf('HMAC-SHA512', platform.admin, url)
    const figures: Figure[] = []
    for (const path of [await listPath(platform, authorization), '/v2/summary']) {
      const url = new URL(path, `http://127.0.0.1:${platform.port}`)
      const pid = await workerOf(platform.pid, platform.port, () => {
        const self = new URL('/v2/self', url)
        return requestText(self, { Authorization: authorization(self) })
      })
      const text = await textOf(url, authorization(url))
      await using bare = await startBare(text, { 'content-type': 'application/json' })
      const twin = new URL(`http://127.0.0.1:${bare.port}/`)
      const residentBefore = memoryOf([pid]).resident
      const [value, referenceValue] = await compare([url, twin], authorization, count)
      const peak = memoryOf([pid]).resident
      await sleep(rest)
      const after = memoryOf([pid]).resident
      const what = `${path.startsWith('/v2/summary') ? 'summary' : 'list'} of ${applications} applications`
      figures.push(
        {
          name: `${what}, ${(text.length / 1024).toFixed(0)} KiB, time`,
          value,
          unit: 'ms',
          reference: 'bare Node',
          referenceValue,
          ratio: value / referenceValue,
        },
        { name: `${what}, memory right after ${count} of them`, value: peak, unit: 'MB' },
        {
          name: `${what}, memory ${rest / 1000} s later`,
          value: after,
          unit: 'MB',
          reference: 'before',
          referenceValue: residentBefore,
          ratio: after / residentBefore,
          budget: 1.5,
        },
      )
    }
    return figures
  },
} satisfies Bench

/** The list of the seeded organisation, which the administrator belongs to. */
async function listPath(
  { port }: StartedPlatform,
  authorization: (url: URL) => string,
): Promise<string> {
  const url = new URL('/v2/organisations', `http://127.0.0.1:${port}`)
  const owners: { id: string }[] = JSON.parse(await textOf(url, authorization(url)))
  const lists = owners.map(({ id }) => `/v2/organisations/${id}/applications`)
  const lengths = await Promise.all(
    lists.map(async (path) => {
      const list = new URL(path, url)
      return (await textOf(list, authorization(list))).length
    }),
  )
  return lists[lengths.indexOf(Math.max(...lengths))] ?? ''
}

/** Median milliseconds of a response read to its end, in turns. */
async function compare(
  [one, other]: [URL, URL],
  authorization: (url: URL) => string,
  count: number,
): Promise<[number, number]> {
  const spent: [number[], number[]] = [[], []]
  for (let at = 0; at < count; at += 1) {
    for (const [place, url] of [one, other].entries()) {
      const begin = performance.now()
      await textOf(url, authorization(url))
      spent[place]?.push(performance.now() - begin)
    }
  }
  return [median(spent[0]), median(spent[1])]
}

async function textOf(url: URL, authorization: string): Promise<string> {
  const answer = await fetch(url, { headers: { authorization } })
  if (answer.status !== 200) throw new Error(`${url.pathname} answered ${answer.status}`)
  return answer.text()
}
