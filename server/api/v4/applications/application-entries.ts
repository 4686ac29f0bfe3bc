import { applicationEntries, type applicationEntry } from '#api/answers/applications.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { json } from '#api/http/response.ts'
import { pageParameters, readPage, withLink } from '#api/paging.ts'
import { applicationStateOf } from '#api/v2/wire.ts'
import type { Infer } from '#kit/schema.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Platform } from '#platform/platform.ts'

export const listApplicationEntries = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/applications',
  access: { on: 'owner', may: 'see' },
  summary:
    'Lists the applications of an owner in short, oldest first: all, or a page of `limit` after the first `offset`; a header `Link` with `rel="next"` names the next page',
  query: pageParameters,
  answer: applicationEntries,
  async handle(call) {
    const { platform, ownerId } = call
    const { items, link } = await readPage(call, (page) =>
      platform.store.applications.listOf(ownerId, page),
    )
    const entries = await Promise.all(items.map((application) => entryOf(platform, application)))
    return withLink(json(entries), link)
  },
})

async function entryOf(
  { store, runtimes }: Pick<Platform, 'store' | 'runtimes'>,
  application: Application,
): Promise<Infer<typeof applicationEntry>> {
  // The state of one that is up does not depend on its deployments.
  const [newest] =
    application.wanted === 'up' ? [] : await store.deployments.listOf(application.id, { limit: 1 })
  const runtime = runtimes.find(({ type }) => type === application.type)
  return {
    id: application.id,
    name: application.name,
    description: application.description,
    type: application.type,
    typeName: runtime?.title ?? application.type,
    zone: application.zone,
    state: applicationStateOf(application, newest),
    branch: application.branch,
    commitId: application.commit,
    creationDate: application.createdAt,
    tags: [...application.tags],
  }
}
