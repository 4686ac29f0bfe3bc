import { maintenanceAnswer } from '#api/answers/hosting/maintenance.ts'
import { outcome } from '#api/answers/outcome.ts'
import { type Addresses, endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { array, boolean, type Infer, nullable, object, optional, string } from '#kit/schema.ts'
import { beginMaintenance, endMaintenance } from '#platform/hosting/visitors/maintenance.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { type Domain, isWildcard } from '#platform/model/hosting/domain.ts'
import { bypassName } from '#platform/model/hosting/visitors/visitor-rules.ts'
import type { Maintenance } from '#platform/model/hosting/visitors/visitor-rules-store.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { visitorUrl } from '#protocol/visitor-url.ts'

const path = '/v4/berth/organisations/:ownerId/applications/:applicationId/maintenance'

type Call = { platform: Platform; application: Application; addresses: Addresses }

const getMaintenance = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'operate' },
  summary:
    'Shows whether an application is under maintenance, and the link that lets visitors through',
  answer: maintenanceAnswer,
  async handle(call) {
    const stored = await call.platform.store.visitorRules.find(call.application.id)
    return recordOf(call, stored?.maintenance ?? null)
  },
})

const putMaintenance = endpoint({
  method: 'PUT',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'maintenance.begin',
  summary:
    'Begins a maintenance, in which visitors get a page, or changes the one that is on; what is not given stays',
  body: object({
    /** When it is expected to end, such as `2026-11-19T22:00:00Z`; nothing happens then. */
    until: optional(nullable(string)),
    message: optional(string),
    /** At most 100 addresses and networks that are let through. */
    allowed: optional(array(string)),
    /** Whether the link of a maintenance that is on becomes worthless, for a new one. */
    newLink: optional(boolean),
  }),
  answer: maintenanceAnswer,
  async handle(call) {
    const { platform, application, body, caller } = call
    const { until, message, allowed, newLink: hasNewLink } = body
    const change = {
      until: typeof until === 'string' ? dateIn(until) : until,
      message,
      allowed,
      hasNewLink,
    }
    const begun = await beginMaintenance(platform, application, change, caller.userId)
    return recordOf(call, begun)
  },
})

const deleteMaintenance = endpoint({
  method: 'DELETE',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'maintenance.end',
  summary: 'Ends the maintenance of an application; without one nothing happens',
  answer: outcome,
  async handle({ platform, application }) {
    const wasOn = await endMaintenance(platform, application)
    return done(wasOn ? 'The maintenance has ended.' : 'The application is not under maintenance.')
  },
})

export const maintenanceEndpoints = [getMaintenance, putMaintenance, deleteMaintenance]

function dateIn(text: string): number {
  const date = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(date)) return date
  throw new Refusal(
    'invalid',
    `until ${JSON.stringify(text.slice(0, 60))} is not a time such as 2026-11-19T22:00:00Z.`,
  )
}

async function recordOf(
  { platform, application, addresses }: Call,
  maintenance: Maintenance | null,
): Promise<Infer<typeof maintenanceAnswer>> {
  if (!maintenance) {
    return {
      isOn: false,
      since: null,
      startedBy: null,
      until: null,
      message: '',
      allowed: [],
      link: null,
    }
  }
  const { since, startedBy, until, message, allowed, secret } = maintenance
  const user = await platform.store.users.find(startedBy)
  const domain = openedDomain(await platform.store.domains.listOf(application.id))
  const url = domain && new URL(visitorUrl(domain, addresses.visitors, application))
  url?.searchParams.set(bypassName, secret)
  return {
    isOn: true,
    since: new Date(since).toISOString(),
    startedBy: { id: startedBy, name: user?.name ?? null },
    until: until === null ? null : new Date(until).toISOString(),
    message,
    allowed,
    link: url?.href ?? null,
  }
}

/** The favourite, else one of the owner's own, else the generated one; nobody can open a wildcard. */
function openedDomain(domains: readonly Domain[]): Domain | undefined {
  const opened = domains.filter((domain) => !isWildcard(domain))
  const own = opened.find(({ host }) => !/^app-[0-9a-f-]{36}\./.test(host))
  return opened.find(({ favourite }) => favourite) ?? own ?? opened[0]
}
