import { gitHostAnswer, gitHostsAnswer } from '#api/answers/hosting/git-hosts.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import {
  clearable,
  exactOptional,
  type Infer,
  integer,
  object,
  oneOf,
  string,
} from '#kit/schema.ts'
import {
  addGitHost,
  changeGitHost,
  removeGitHost,
} from '#platform/hosting/git-hosts/register-host.ts'
import {
  gitHostKinds,
  gitHostTokenUses,
  type RegisteredGitHost,
} from '#platform/model/hosting/git-hosts/git-host.ts'
import { publicHosts } from '#platform/model/hosting/git-hosts/host-of.ts'

const path = '/v4/berth/operator/git-hosts'

const described = {
  name: exactOptional(string),
  /** Where it has its API, if not at the usual place of its kind. */
  apiUrl: exactOptional(string),
  sshPort: exactOptional(integer),
  /** Empty for none; it is never returned. */
  token: clearable,
  tokenUse: exactOptional(oneOf(...gitHostTokenUses)),
}

const listGitHosts = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  summary: 'Lists the Git hosts that Berth knows, without their tokens',
  answer: gitHostsAnswer,
  handle: async ({ platform }) => ({
    hosts: (await platform.store.gitHosts.list()).map(toWire),
    publicHosts: publicHosts.map(({ kind, name, url }) => ({ kind, name, url })),
  }),
})

const postGitHost = endpoint({
  method: 'POST',
  path,
  access: 'operator',
  action: 'platform.add-git-host',
  summary:
    'Registers a Git host. Berth may connect to its addresses from then on, even where they are private',
  body: object({ kind: oneOf(...gitHostKinds), url: string, ...described }),
  answer: gitHostAnswer,
  handle: async ({ platform, body }) => toWire(await addGitHost(platform, withToken(body))),
})

const putGitHost = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  access: 'operator',
  action: 'platform.change-git-host',
  summary:
    'Changes a Git host; what is absent stays, but the token is forgotten with another kind or address',
  body: object({
    kind: exactOptional(oneOf(...gitHostKinds)),
    url: exactOptional(string),
    ...described,
  }),
  answer: gitHostAnswer,
  handle: async ({ platform, params, body }) =>
    toWire(await changeGitHost(platform, params.id, withToken(body))),
})

const deleteGitHost = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  access: 'operator',
  action: 'platform.remove-git-host',
  summary:
    'Removes a Git host; applications stay connected, and what is at a private address is not read any more',
  answer: outcome,
  async handle({ platform, params }) {
    await removeGitHost(platform, params.id)
    return done('The Git host is removed.')
  },
})

export const gitHostEndpoints = [listGitHosts, postGitHost, putGitHost, deleteGitHost]

/** An empty token is none. */
const withToken = <Body extends { token?: string | undefined }>({ token, ...body }: Body) => ({
  ...body,
  ...(token !== undefined && { token: token === '' ? null : token }),
})

const toWire = ({ token, createdAt, ...host }: RegisteredGitHost): Infer<typeof gitHostAnswer> => ({
  ...host,
  hasToken: token !== null,
  createdAt: new Date(createdAt).toISOString(),
})
