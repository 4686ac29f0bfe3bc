import { digestOf } from '#kit/crypto/digest.ts'
import type {
  MaintenanceRule,
  VisitorRules,
} from '#platform/model/hosting/visitors/visitor-rules.ts'
import type { Maintenance } from '#platform/model/hosting/visitors/visitor-rules-store.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { fillPage } from './fill-page.ts'

interface RulesStore {
  visitorRules: Pick<Store['visitorRules'], 'find'>
  releasePages: Pick<Store['releasePages'], 'find'>
}

/** What the router answers in place of an application, with the pages of a release; `undefined` for nothing. */
export async function visitorRulesOf(
  { store }: { store: RulesStore },
  applicationId: ApplicationId,
  release: DeploymentId | null,
): Promise<VisitorRules | undefined> {
  const [stored, pages] = await Promise.all([
    store.visitorRules.find(applicationId),
    release ? store.releasePages.find(release) : undefined,
  ])
  const { maintenance, basicAuth } = stored ?? {}
  if (!maintenance && !basicAuth && !pages) return undefined
  const { maintenance: html, ...others } = pages ?? {}
  const shown = {
    ...others,
    ...(maintenance && html !== undefined && { maintenance: fillPage(html, maintenance) }),
  }
  return {
    ...(maintenance && { maintenance: ruleOf(maintenance) }),
    ...(basicAuth && { basicAuth }),
    ...(Object.keys(shown).length > 0 && { pages: shown }),
  }
}

const ruleOf = ({ message, until, allowed, secret }: Maintenance): MaintenanceRule => ({
  message,
  until,
  allowed,
  bypass: digestOf(secret),
})
