import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createHostKey } from '#git/host-key.ts'
import { newId } from '#kit/text/ids.ts'
import { monthOf } from '#platform/model/billing/period.ts'
import type { Role } from '#platform/model/identity/accounts/organisation.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { ApplicationId, OrganisationId } from '#platform/model/ids.ts'
import type { MetricSample } from '#platform/model/observability/sample.ts'
import type { Store } from '#platform/model/store.ts'
import { openDataFolder } from '#wiring/disk/data-folder.ts'
import { openMetricStore } from '#wiring/metric-store.ts'
import { openStore } from '#wiring/store.ts'

const hour = 3_600_000
const day = 24 * hour

/** What the past is written about. */
export interface Subject {
  organisationId: OrganisationId
  applications: readonly { id: ApplicationId; name: string; zone: string; visitors: number }[]
}

/** Writes what only time brings into the data folder of a stopped platform: members, months of use, metrics, older deployments. */
export async function writeHistory(data: string, subject: Subject): Promise<void> {
  const folder = await openDataFolder(data, createHostKey)
  const store = await openStore(folder)
  await addMembers(store, subject.organisationId)
  await addPrices(store)
  await addUse(store, subject)
  await store.close()
  ageDeployments(folder.path('berth.sqlite'))
  const metrics = openMetricStore(folder.path('metrics.sqlite'), 1e9, () => {})
  for (const { id, visitors } of subject.applications) {
    const source = randomUUID()
    const samples = samplesOf(visitors)
    await metrics.add([{ resourceId: id, source, resolution: 'fine', samples }])
  }
  await metrics.rollUp(Date.now())
  await metrics.close()
}

const people: readonly (readonly [string, Role, string])[] = [
  ['Bruno Keller', 'MANAGER', 'Head of the shop'],
  ['Chidi Okafor', 'DEVELOPER', 'Payments'],
  ['Dana Lindqvist', 'DEVELOPER', 'Catalogue'],
  ['Elif Demir', 'ACCOUNTING', 'Accounts'],
]

async function addMembers(store: Store, organisationId: OrganisationId): Promise<void> {
  for (const [name, role, job] of people) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@harbour.example`
    const fields = { email, name, passwordHash: '' }
    const user = newUser(newId('user'), fields, Date.now() - 90 * day)
    await store.users.add(user)
    await store.members.put({ organisationId, userId: user.id, role, job })
  }
}

const monthsBack = 4

const firstMonth = () => {
  let month = monthOf(Date.now())
  for (let index = 0; index < monthsBack; index++) month = monthOf(month.from - 1)
  return month
}

async function addPrices(store: Store): Promise<void> {
  await store.priceLists.add({
    id: newId('prices'),
    validFrom: firstMonth().from,
    createdAt: firstMonth().from,
    data: {
      currency: 'EUR',
      sizes: {
        pico: '0.0000015',
        nano: '0.000002',
        XS: '0.000006',
        S: '0.000011',
        M: '0.00002',
        L: '0.00004',
        XL: '0.00008',
        '2XL': '0.00012',
        '3XL': '0.00016',
      },
      builds: { M: '0.00002' },
      vat: { rates: { FR: '20' } },
    },
  })
}

/** Each application ran all day, and more of it in the evening. */
async function addUse(store: Store, { organisationId, applications }: Subject): Promise<void> {
  const end = Date.now() - 2 * hour
  for (let from = firstMonth().from; from < end; from += day) {
    for (const [place, { id, name, zone }] of applications.entries()) {
      const isWeekend = [0, 6].includes(new Date(from).getUTCDay())
      const evenings = place === 0 ? (isWeekend ? 10 : 5) : 0
      for (const hours of [24, evenings].filter((length) => length > 0)) {
        await store.usage.add({
          id: newId('usage'),
          kind: 'runtime',
          ownerId: organisationId,
          resourceId: id,
          resourceName: name,
          meterId: randomUUID(),
          flavorOrPlan: place === 0 ? 'S' : 'XS',
          zone,
          providerId: null,
          planId: null,
          planPrice: null,
          previewOf: null,
          from,
          until: Math.min(from + hours * hour, end),
        })
      }
    }
  }
}

/** Moves all deployments but the newest two of each application into the days before; the logs of those two are shown. */
function ageDeployments(file: string): void {
  const database = new DatabaseSync(file)
  const aged = `select id, max(0, newest - 1 - number) * ${2 * day} as age from "deployments" join
    (select "applicationId" as application, max(number) as newest from "deployments" group by 1) on application = "applicationId"`
  const earlier = ['createdAt', 'changedAt', 'plannedAt', 'drainedAt'].map(
    (time) =>
      `"${time}" = "${time}" - (select age from (${aged}) as old where old.id = "deployments".id)`,
  )
  database.exec(`
    update "deploymentSteps" set date = date - (select age from (${aged}) where id = "deploymentId");
    update "deployments" set ${earlier.join(', ')}`)
  database.close()
}

/** Hours of ten-second samples with waves, a peak and a few errors, on into the half hour in which pictures are taken. */
function samplesOf(visitors: number): MetricSample[] {
  const count = 3600
  const end = Math.floor(Date.now() / 10_000) * 10_000 + hour / 2
  return Array.from({ length: count }, (_, place) => {
    const at = end - (count - place) * 10_000
    const wave = 1 + 0.5 * Math.sin(place / 260) + 0.2 * Math.sin(place / 37)
    const peak = Math.exp(-(((place - 2900) / 160) ** 2)) * 1.6
    const noise = ((place * 7919) % 97) / 97
    const requests = Math.round(visitors * (wave + peak + noise * 0.4))
    const failures = noise > 0.94 ? Math.ceil(requests / 40) : 0
    const missing = Math.round(requests / 30)
    const [fast, slow] = [Math.round(requests * 0.72), Math.round(requests * 0.04)]
    return {
      at,
      duration: 10_000,
      cpuSeconds: (wave + peak) * (visitors / 40) + noise * 0.3,
      maxCpus: 1,
      memoryBytes: 96e6 + wave * 18e6 + (place % 1200) * 12e3,
      maxMemoryBytes: 512e6,
      receivedBytes: requests * 900,
      sentBytes: requests * 14_000,
      requests,
      status: [0, requests - failures - missing, 0, missing, failures],
      latency: [0, 0, 0, fast, requests - fast - slow, slow],
    }
  })
}
