import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { until } from '#kit/concurrency/timeout.ts'
import { type Deployment, isEnded } from '#platform/model/hosting/deployments/deployment.ts'

/**
 * Waits until every deployment of a commit has ended, by looking into the store: a signed question takes a server under
 * load longer than the tests can see, and a build is waited for with dozens of them.
 */
export async function journalEnd(
  data: string,
  { applicationId, commit }: { applicationId: string; commit: string },
  timeout: number,
): Promise<void> {
  const store = new DatabaseSync(join(data, 'berth.sqlite'), { readOnly: true, timeout: 60_000 })
  try {
    const query = store.prepare(
      'select "state" from deployments where "applicationId" = ? and "commit" = ?',
    )
    const haveEnded = () => {
      const found = query.all(applicationId, commit) as Pick<Deployment, 'state'>[]
      return found.length > 0 && found.every(isEnded)
    }
    await until(haveEnded, { timeout, every: 50, upTo: 100, what: 'the end of the deployment' })
  } finally {
    store.close()
  }
}
