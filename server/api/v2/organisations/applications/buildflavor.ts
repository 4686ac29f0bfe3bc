import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { object, string } from '#kit/schema.ts'
import { changeApplication } from '#platform/hosting/applications/applications.ts'

export const putBuildFlavor = endpoint({
  method: 'PUT',
  path: '/v2/organisations/:ownerId/applications/:applicationId/buildflavor',
  access: { on: 'application', may: 'operate' },
  action: 'application.change',
  summary: 'Sets the size of the sandbox that builds an application',
  body: object({ flavorName: string }),
  answer: outcome,
  async handle({ platform, application, body, caller }) {
    const change = { separateBuild: true, buildFlavor: body.flavorName }
    const { buildFlavor } = await changeApplication(platform, application, change, caller.userId)
    return done(`Builds have the size ${buildFlavor} from the next one on.`)
  },
})
