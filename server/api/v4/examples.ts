import { exampleAnswer, exampleList } from '#api/answers/hosting/deployments.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { applicationRecord } from '#api/v2/application-record.ts'
import { availableExamples, createExample } from '#platform/hosting/applications/examples.ts'
import { isExampleName } from '#platform/model/hosting/examples/examples.ts'
import { Refusal } from '#platform/model/refusal.ts'

export const getExamples = endpoint({
  method: 'GET',
  path: '/v4/berth/examples',
  access: 'anyone',
  summary: 'Lists the examples that can be deployed here, one of each type of application',
  answer: exampleList,
  async handle({ platform }) {
    return availableExamples(platform)
  },
})

export const postExample = endpoint({
  method: 'POST',
  path: '/v4/berth/organisations/:ownerId/examples/:example',
  access: { on: 'owner', may: 'administer' },
  action: 'application.create',
  summary: 'Creates an application from an example and deploys it, as a push would',
  answer: exampleAnswer,
  async handle(call) {
    const { platform, ownerId, caller, from, params } = call
    const { example } = params
    if (!isExampleName(example)) {
      const names = availableExamples(platform).map(({ name }) => name)
      throw new Refusal('missing', `There is no such example: take ${names.join(', ')}.`)
    }
    const { application, deployment } = await createExample(platform, ownerId, {
      example,
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
