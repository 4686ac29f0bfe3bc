import { applicationTools } from '#api/answers/hosting/toolchains.ts'
import { endpoint } from '#api/http/endpoint.ts'
import type { OutdatedApplication } from '#platform/model/hosting/toolchains/outdated.ts'
import { Refusal } from '#platform/model/refusal.ts'

export const getApplicationTools = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/applications/:applicationId/tools',
  access: { on: 'application', may: 'see' },
  summary:
    'Shows on which outdated tools the live release runs, and what a deployment of the same commit would get',
  answer: applicationTools,
  async handle({ platform, application, caller }) {
    const { outdatedApplications, recipeQuestions } = platform
    const outdated = await outdatedApplications.find(application)
    if (!outdated) return { outdated: [] }
    const planned = await recipeQuestions(caller.userId, () =>
      outdatedApplications.plan(outdated),
    ).catch(withoutPlan(outdated))
    return { outdated: planned.tools }
  },
})

/** While too many recipes are being planned, the tools are shown without what a deployment would get. */
const withoutPlan =
  ({ application, tools }: OutdatedApplication) =>
  (error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return { application, tools: tools.map((tool) => ({ ...tool, next: null })) }
  }
