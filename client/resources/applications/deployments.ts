import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import { type ApplicationAddress, applicationPath } from './application-address.ts'

export interface Deployment {
  /** Number of the deployment within its application, from 1. */
  id: number
  uuid: string
  /** Milliseconds since the epoch. */
  date: number
  state: 'WIP' | 'OK' | 'FAIL' | 'CANCELLED' | 'TASK_RUNNING'
  action: 'DEPLOY' | 'UNDEPLOY' | 'UPSCALE' | 'DOWNSCALE' | 'REPLACE' | 'CANCEL' | 'NONE'
  commit: string | null
  cause: string
  instances: number
  author: { id: string; name: string }
}

export const deployments = ({ ask }: Connection) => ({
  /** Newest first. */
  list: (application: ApplicationAddress, { limit }: { limit?: number } = {}) =>
    ask<Deployment[]>({
      method: 'GET',
      path: `${applicationPath(application)}/deployments`,
      query: { limit },
    }),

  get: (application: ApplicationAddress, uuid: string) =>
    ask<Deployment>({
      method: 'GET',
      path: applicationPath(application) + path`/deployments/${uuid}`,
    }),

  cancel: (application: ApplicationAddress, { id }: Pick<Deployment, 'id'>) =>
    ask<Message>({
      method: 'DELETE',
      path: applicationPath(application) + path`/deployments/${String(id)}/instances`,
    }),
})
