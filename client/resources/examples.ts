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

export const examples = ({ ask }: Connection) => ({
  /** Creates an application from the example `hello` and deploys it. */
  hello: (ownerId: string) =>
    ask<DeployedExample>({
      method: 'POST',
      path: path`/v4/berth/organisations/${ownerId}/examples/hello`,
    }),
})
