import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { Application } from './applications/applications.ts'

/** An application that was made from an example, with its first deployment. */
export interface DeployedExample {
  /** Of the application. */
  id: string
  deploymentId: string
  application: Application
}

/** An example that can be deployed; the title is that of its type. */
export interface OfferedExample {
  name: string
  type: string
  title: string
}

export const examples = ({ ask }: Connection) => ({
  /** Those of the types that the platform can deploy. */
  list: () => ask<OfferedExample[]>({ method: 'GET', path: path`/v4/berth/examples` }),

  /** Creates an application from an example and deploys it. */
  deploy: (ownerId: string, example: string) =>
    ask<DeployedExample>({
      method: 'POST',
      path: path`/v4/berth/organisations/${ownerId}/examples/${example}`,
    }),
})
