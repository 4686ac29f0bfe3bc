import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import { type ApplicationAddress, applicationPath } from './application-address.ts'

/** A public port whose connections go to an application. */
export interface TcpRedirection {
  namespace: string
  port: number
}

const listPath = (application: ApplicationAddress) => `${applicationPath(application)}/tcpRedirs`

export const tcpRedirections = ({ ask }: Connection) => ({
  list: (application: ApplicationAddress) =>
    ask<TcpRedirection[]>({ method: 'GET', path: listPath(application) }),

  add: (application: ApplicationAddress, namespace: string) =>
    ask<TcpRedirection>({ method: 'POST', path: listPath(application), body: { namespace } }),

  remove: (application: ApplicationAddress, { port, namespace }: TcpRedirection) =>
    ask<unknown>({
      method: 'DELETE',
      path: `${listPath(application)}/${port}`,
      query: { namespace },
    }),

  /** Names of the namespaces that redirections can be created in. */
  async namespaces(ownerId: string): Promise<string[]> {
    const answer = await ask<{ namespace: string }[]>({
      method: 'GET',
      path: path`/v2/organisations/${ownerId}/namespaces`,
    })
    return answer.map(({ namespace }) => namespace)
  },
})
