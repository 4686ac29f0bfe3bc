import { object, oneOf, optional, string } from '#kit/schema.ts'
import { isOperatorCall } from '#platform/identity/access/permit.ts'
import { endpoint } from './http/endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'visitor',
  // Monitoring without credentials must not be rate limited together with other clients of the same address.
  cost: 0,
  summary:
    'Answers 200 once the platform can take a push; operators also get its version, commit and date, as far as they are known',
  answer: object({
    status: oneOf('ok'),
    version: optional(string),
    commit: optional(string),
    date: optional(string),
  }),
  async handle({ platform, caller }) {
    const status = 'ok' as const
    if (!caller || !(await isOperatorCall(platform, caller))) return { status }
    const { version, commit, date } = await platform.operation.build()
    return { status, version, ...(commit !== null && { commit }), ...(date !== null && { date }) }
  },
})
