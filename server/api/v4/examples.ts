import { exampleAnswer } from '#api/answers/hosting/deployments.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { applicationRecord } from '#api/v2/application-record.ts'
import { createExample } from '#platform/hosting/applications/examples.ts'

export const postHelloExample = endpoint({
  method: 'POST',
  path: '/v4/berth/organisations/:ownerId/examples/hello',
  access: { on: 'owner', may: 'administer' },
  action: 'application.create',
  summary: 'Creates an application from the example `hello` and deploys it, as a push would',
  answer: exampleAnswer,
  async handle(call) {
    const { platform, ownerId, caller, from } = call
    const { application, deployment } = await createExample(platform, ownerId, {
      example: 'hello',
      caller,
      from,
    })
    return {
      id: application.id,
      deploymentId: deployment.id,
      application: await applicationRecord(call, application),
    }
  },
})
