import type { Addresses } from '#api/http/endpoint.ts'
import { realIdOf } from '#api/v2/addon-record.ts'
import { deploymentToWire } from '#api/v4/deployments/deployment-record.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { domainText } from '#platform/model/hosting/domain.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { ApplicationOverview } from '#platform/overview/read-overview.ts'
import type { Platform } from '#platform/platform.ts'
import { visitorUrl } from '#protocol/visitor-url.ts'

/** An application as the overview shows it. */
export function applicationToWire(overview: ApplicationOverview, addresses: Addresses) {
  const { application, domain, lastDeployment, author } = overview
  const serving = overview.instances.filter(
    ({ deploymentId, condition }) =>
      condition === 'running' && deploymentId === application.liveDeploymentId,
  )
  return {
    id: application.id,
    name: application.name,
    type: application.type,
    variantSlug: application.type,
    zone: application.zone,
    state: overview.status,
    since: overview.since,
    suspended: application.suspended,
    favourite: application.favourite,
    tags: application.tags,
    instances: serving.length,
    wantedInstances: application.currentInstances,
    flavor: application.currentFlavor,
    url: domain ? visitorUrl(domain, addresses.visitors, application) : null,
    domain: domain ? domainText(domain) : null,
    commit: application.commit,
    lastDeployment: lastDeployment ? lastToWire(lastDeployment, author) : null,
    requestsPerMinute: overview.requestsPerMinute,
  }
}

/** A deployment as the overview shows it. */
const lastToWire = (deployment: Deployment, author: User | undefined) => {
  const { phase: _, instances: __, ...record } = deploymentToWire(deployment, author)
  return { ...record, failure: deployment.failure }
}

/** The add-ons of an owner as the overview shows them. */
export async function addonOverviews({ store }: Pick<Platform, 'store'>, ownerId: OwnerId) {
  const [addons, links] = await Promise.all([
    store.addons.listOf(ownerId),
    store.links.listOfOwner(ownerId),
  ])
  if (addons.length === 0) return []
  const [providers, plans] = await Promise.all([store.providers.listAll(), store.plans.listAll()])
  const presentations = new Map(providers.map(({ id, presentation }) => [id, presentation]))
  const planNames = new Map(plans.map(({ id, name }) => [id, name]))
  const linksOf = Map.groupBy(links, ({ addonId }) => addonId)
  return addons.map((addon) => ({
    id: addon.id,
    realId: realIdOf(addon),
    name: addon.name,
    providerId: addon.providerId,
    providerName: presentations.get(addon.providerId)?.name ?? addon.providerId,
    logoUrl: presentations.get(addon.providerId)?.logoUrl ?? '',
    plan: planNames.get(addon.planId) ?? '',
    zone: addon.zone,
    state: addon.state,
    trouble: addon.trouble,
    linked: linksOf.get(addon.id)?.length ?? 0,
    tags: addon.tags,
  }))
}
