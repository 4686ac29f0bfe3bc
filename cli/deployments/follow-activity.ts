import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { Deployment } from '#client/resources/applications/deployments.ts'
import type { EventRecord } from '#client/resources/events/events.ts'
import { headlineText } from './headline-text.ts'
import { type ListedDeployment, listDeployments } from './list-deployments.ts'

const pollEvery = 2_000
const listed = { limit: 10 }

/**
 * Deployments of an application, first the past ones and then each change of state, without end. They come from the
 * platform's events; one that has no such stream is polled.
 */
export async function* followActivity(
  client: Client,
  application: ApplicationAddress,
  past: readonly ListedDeployment[],
): AsyncGenerator<ListedDeployment, void, undefined> {
  const seen = new Map<string, string>()
  const news = (deployments: readonly ListedDeployment[]) =>
    deployments.filter(({ uuid, state }) => {
      if (seen.get(uuid) === state) return false
      seen.set(uuid, state)
      return true
    })
  const newest = async () => (await listDeployments(client, application, listed)).toReversed()
  yield* news(past)
  try {
    for await (const item of client.events.follow(application.ownerId)) {
      if (item.kind === 'progress') continue
      // What happened before the stream was open, or is no longer kept, is in the list.
      if (item.kind !== 'event') yield* news(await newest())
      else yield* news(await withWords(client, application, deploymentIn(item.event, application)))
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  for (;;) {
    await wait(pollEvery)
    yield* news(await newest())
  }
}

function deploymentIn(
  { event, date, data }: EventRecord,
  { id: applicationId }: ApplicationAddress,
): Deployment[] {
  if (!/^DEPLOYMENT_ACTION_(BEGIN|END)$/.test(event) || data.appId !== applicationId) return []
  const { uuid, number, state, action, commit, cause, author } = data
  return [
    {
      id: number,
      uuid,
      date: Date.parse(date),
      state,
      action,
      commit,
      cause,
      instances: 0,
      author: author ?? { id: '', name: '' },
    } as Deployment,
  ]
}

/** An event names the commit only, and no reason of a failure. */
const withWords = (
  client: Client,
  application: ApplicationAddress,
  deployments: readonly Deployment[],
): Promise<ListedDeployment[]> =>
  Promise.all(
    deployments.map(async (deployment) => {
      const found = await client.deployments
        .story(application, deployment.uuid)
        .catch(() => undefined)
      if (!found) return deployment
      const { commitSummary, branch, comparison, failure } = found
      return {
        ...deployment,
        ...(commitSummary && { commitSummary }),
        branch,
        comparison,
        failure: failure?.message ?? null,
        headline: failure?.headline ? headlineText(failure.headline) : null,
      }
    }),
  )
