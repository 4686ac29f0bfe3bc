import { promotionPlanAnswer, promotionWaysAnswer } from '#api/answers/hosting/releases.ts'
import { deploymentOutcome, outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { count, readQuery } from '#api/http/query.ts'
import { done } from '#api/http/response.ts'
import { boolean, integer, object, optional, string } from '#kit/schema.ts'
import { planPromotion, promote } from '#platform/hosting/promotions/promote.ts'
import {
  promotionWays,
  removePromotionTarget,
  setPromotionTarget,
} from '#platform/hosting/promotions/promotion-target.ts'
import { deploymentQuota } from '#platform/hosting/quotas/deployment-quota.ts'
import { permitApplication } from '#platform/identity/access/permit.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

const path = '/v4/berth/organisations/:ownerId/applications/:applicationId' as const
const planParameters = { from: string, release: count }

/** The other application of a promotion: whoever promotes may operate both. */
const otherApplication = (platform: Platform, caller: Caller, id: string): Promise<Application> =>
  permitApplication(platform, caller, 'operate', id as ApplicationId)

const getPlan = endpoint({
  method: 'GET',
  path: `${path}/promotions/plan`,
  // As the list of releases, because it names variables.
  access: { on: 'application', may: 'operate' },
  summary:
    'Shows what a promotion to this application would deploy, and which variables its build has seen with other values',
  query: planParameters,
  answer: promotionPlanAnswer,
  async handle({ platform, application, caller, query }) {
    const { from: id, release: number } = readQuery(query, planParameters)
    if (id === undefined) throw new Refusal('invalid', 'Say which application to promote: `from`.')
    const from = await otherApplication(platform, caller, id)
    const { release, variables } = await planPromotion(platform, { from, to: application, number })
    return {
      from: namedOf(from),
      to: namedOf(application),
      release: release.number,
      commit: release.commit,
      liveCommit: application.commit,
      variables,
    }
  },
})

const postPromotion = endpoint({
  method: 'POST',
  path: `${path}/promotions`,
  access: { on: 'application', may: 'operate' },
  action: 'application.promote',
  summary:
    'Deploys the artifact of a release of another application here, without a build; by default of its live release',
  body: object({
    /** The application whose release it is. */
    from: string,
    release: optional(integer),
    /** Deploy it although values that its build has put into it are others here. */
    keepVariables: optional(boolean),
  }),
  answer: deploymentOutcome,
  async handle({ platform, application, caller, body }) {
    const from = await otherApplication(platform, caller, body.from)
    const deployment = await promote(platform, {
      from,
      to: application,
      number: body.release,
      keepsVariables: body.keepVariables ?? false,
      authorId: caller.userId,
      admit: await deploymentQuota(platform, application),
    })
    return done(`${deployment.cause} is queued as deployment ${deployment.number}.`, {
      deploymentId: deployment.id,
    })
  },
})

const getTarget = endpoint({
  method: 'GET',
  path: `${path}/promotion-target`,
  access: { on: 'application', may: 'see' },
  summary:
    'Shows the application that takes the releases of this one, and those whose releases this one takes',
  answer: promotionWaysAnswer,
  async handle({ platform, application }) {
    const { target, sources } = await promotionWays(platform, application)
    return { target: target ? namedOf(target) : null, sources: sources.map(namedOf) }
  },
})

const putTarget = endpoint({
  method: 'PUT',
  path: `${path}/promotion-target`,
  access: { on: 'application', may: 'operate' },
  action: 'application.set-promotion-target',
  summary: 'Names the application that takes the releases of this one',
  body: object({ applicationId: string }),
  answer: outcome,
  async handle({ platform, application, caller, body }) {
    const target = await otherApplication(platform, caller, body.applicationId)
    await setPromotionTarget(platform, application, target)
    return done(`Releases of ${application.name} are promoted to ${target.name}.`)
  },
})

const deleteTarget = endpoint({
  method: 'DELETE',
  path: `${path}/promotion-target`,
  access: { on: 'application', may: 'operate' },
  action: 'application.set-promotion-target',
  summary: 'Forgets which application takes the releases of this one',
  answer: outcome,
  async handle({ platform, application }) {
    await removePromotionTarget(platform, application)
    return done(`${application.name} has no promotion target any more.`)
  },
})

const namedOf = ({ id, name }: Application) => ({ id, name })

export const promotionEndpoints = [getPlan, postPromotion, getTarget, putTarget, deleteTarget]
