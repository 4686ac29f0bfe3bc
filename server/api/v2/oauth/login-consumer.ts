import { loginConsumerAnswer } from '#api/answers/accounts.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { rightsToWire } from '#api/v2/consumer-record.ts'
import { string } from '#kit/schema.ts'
import { getPending } from '#platform/identity/access/oauth1/authorize.ts'

export const getLoginConsumer = endpoint({
  method: 'GET',
  path: '/v2/oauth/login_data',
  access: 'anyone',
  summary: 'Shows which consumer a request token belongs to, and the rights that it asks for',
  query: { oauth_key: string },
  answer: loginConsumerAnswer,
  async handle({ platform, query }) {
    const { consumer } = await getPending(platform, query.get('oauth_key') ?? '')
    const { name, description, url, picture, rights } = consumer
    return { name, description, url, picture, rights: rightsToWire(rights) }
  },
})
