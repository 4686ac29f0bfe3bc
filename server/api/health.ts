import { object, oneOf } from '#kit/schema.ts'
import { endpoint } from './http/endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'anyone',
  // Monitoring must not be rate limited together with other clients of the same address.
  cost: 0,
  summary: 'Answers 200 once the platform can take a push',
  answer: object({ status: oneOf('ok') }),
  handle: async () => ({ status: 'ok' as const }),
})
