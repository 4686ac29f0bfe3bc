import { namespaceList, tcpRedirectionList, tcpRedirectionRecord } from '#api/answers/domains.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { noContent } from '#api/http/response.ts'
import { integer, object, optional, string } from '#kit/schema.ts'
import {
  addTcpRedirection,
  namespaces,
  removeTcpRedirection,
} from '#platform/hosting/applications/tcp-redirections/tcp-redirections.ts'
import type { TcpRedirection } from '#platform/model/hosting/tcp-redirection.ts'
import { Refusal } from '#platform/model/refusal.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId/tcpRedirs'

const toWire = ({ namespace, port }: TcpRedirection) => ({ namespace, port })

export const listNamespaces = endpoint({
  method: 'GET',
  path: '/v2/organisations/:ownerId/namespaces',
  access: { on: 'owner', may: 'see' },
  summary: 'Lists the namespaces for TCP redirections; empty when the operator offers no ports',
  answer: namespaceList,
  handle: async ({ platform }) => namespaces(platform).map((namespace) => ({ namespace })),
})

export const listTcpRedirections = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the TCP redirections to an application',
  answer: tcpRedirectionList,
  handle: async ({ platform, application }) =>
    (await platform.store.tcpRedirections.listOf(application.id)).map(toWire),
})

export const postTcpRedirection = endpoint({
  method: 'POST',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'tcp-redirection.add',
  summary: 'Opens a public port whose connections go to port 4040 of an application',
  body: object({ namespace: string, minPort: optional(integer), maxPort: optional(integer) }),
  answer: tcpRedirectionRecord,
  handle: async ({ platform, application, body }) =>
    toWire(await addTcpRedirection(platform, application, body)),
})

export const deleteTcpRedirection = endpoint({
  method: 'DELETE',
  path: `${path}/:port`,
  access: { on: 'application', may: 'operate' },
  action: 'tcp-redirection.remove',
  summary: 'Closes a public port of an application',
  query: { namespace: string },
  produces: 'nothing',
  async handle({ platform, application, params, query }) {
    if (!/^\d{1,5}$/.test(params.port)) {
      throw new Refusal('invalid', 'The port of a TCP redirection is a number.')
    }
    const namespace = query.get('namespace') ?? 'default'
    await removeTcpRedirection(platform, application, { port: Number(params.port), namespace })
    return noContent()
  },
})
