import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { boolean, object } from '#kit/schema.ts'
import { readShellAccess, setShellAccess } from '#platform/hosting/shells/shell-bans.ts'

const ownerPath = '/v4/berth/organisations/:ownerId/shells'
const applicationPath = '/v4/berth/organisations/:ownerId/applications/:applicationId/shells'

const shellAccess = object({
  /** Whether members may open shells here. */
  allowed: boolean,
  /** Whether the organisation allows them for all its applications. */
  ownerAllows: boolean,
})

const shellChange = object({ allowed: boolean })

const getOwnerShells = endpoint({
  method: 'GET',
  path: ownerPath,
  access: { on: 'owner', may: 'see' },
  summary: 'Shows whether members may open shells in instances of an organisation',
  answer: shellAccess,
  handle: ({ platform, ownerId }) => readShellAccess(platform, { ownerId }),
})

const putOwnerShells = endpoint({
  method: 'PUT',
  path: ownerPath,
  access: { on: 'owner', may: 'govern' },
  action: 'organisation.change',
  summary:
    'Allows or forbids shells in instances of all applications of an organisation; open ones end within seconds',
  body: shellChange,
  answer: outcome,
  async handle({ platform, ownerId, body }) {
    await setShellAccess(platform, { ownerId }, body.allowed)
    return done(`Shells are ${body.allowed ? 'on' : 'off'} for the organisation.`)
  },
})

const getApplicationShells = endpoint({
  method: 'GET',
  path: applicationPath,
  access: { on: 'application', may: 'see' },
  summary: 'Shows whether members may open shells in instances of an application',
  answer: shellAccess,
  handle: ({ platform, application: { id, ownerId } }) =>
    readShellAccess(platform, { ownerId, applicationId: id }),
})

const putApplicationShells = endpoint({
  method: 'PUT',
  path: applicationPath,
  access: { on: 'application', may: 'administer' },
  action: 'application.change',
  summary: 'Allows or forbids shells in instances of an application; open ones end within seconds',
  body: shellChange,
  answer: outcome,
  async handle({ platform, application: { id, ownerId }, body }) {
    await setShellAccess(platform, { ownerId, applicationId: id }, body.allowed)
    return done(`Shells are ${body.allowed ? 'on' : 'off'} for the application.`)
  },
})

/** Whether members may open shells in instances. */
export const shellEndpoints = [
  getOwnerShells,
  putOwnerShells,
  getApplicationShells,
  putApplicationShells,
]
