import { applicationAnswer, applicationList } from '#api/answers/applications.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { pageParameters, readPage, withLink } from '#api/paging.ts'
import {
  changeFromWire,
  changeSchema,
  connectionSchema,
  repositoryUrlIn,
  unsupportedSchema,
} from '#api/v2/application-change.ts'
import { applicationRecord, applicationRecords } from '#api/v2/application-record.ts'
import { maxVariableBytes } from '#api/v2/variable-bytes.ts'
import { variantOf } from '#api/v2/wire.ts'
import { object, optional, record, string, unknown } from '#kit/schema.ts'
import {
  changeApplication,
  createApplication,
} from '#platform/hosting/applications/applications.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import {
  checkNow,
  checkRepository,
  connectRepository,
} from '#platform/hosting/connected-repositories/connect.ts'
import { moveHostWebhook } from '#platform/hosting/git-hosts/host-webhook.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

const path = '/v2/organisations/:ownerId/applications'

export const listApplications = endpoint({
  method: 'GET',
  path,
  access: { on: 'owner', may: 'see' },
  summary:
    'Lists the applications of an owner, oldest first: all, or a page of `limit` after the first `offset`; a header `Link` with `rel="next"` names the next page',
  query: pageParameters,
  answer: applicationList,
  async handle(call) {
    const { items, link } = await readPage(call, (page) =>
      call.platform.store.applications.listOf(call.ownerId, page),
    )
    return withLink(await applicationRecords(call, items), link)
  },
})

export const postApplication = endpoint({
  method: 'POST',
  path,
  access: { on: 'owner', may: 'administer' },
  action: 'application.create',
  summary: 'Creates an application with an empty repository',
  maxBytes: maxVariableBytes,
  body: object({
    ...changeSchema,
    ...unsupportedSchema,
    ...connectionSchema,
    name: string,
    zone: optional(string),
    instanceType: optional(string),
    instanceVariant: optional(string),
    instance: optional(object({ type: optional(string), variant: optional(unknown) })),
    env: optional(record(string)),
  }),
  answer: applicationAnswer,
  async handle(call) {
    const { platform, ownerId, body, caller } = call
    const url = repositoryUrlIn(body, await githubUrl(platform))
    const wanted = { url: url ?? '', access: { by: 'nobody' }, branch: body.branch } as const
    // First, because nothing is created for a repository that cannot be read.
    if (url !== undefined) await checkRepository(platform, wanted)
    const application = await createApplication(platform, ownerId, {
      ...changeFromWire(body),
      name: body.name,
      type: typeFromWire(platform, body.instanceVariant, body.instanceType ?? body.instance?.type),
      zone: body.zone ?? platform.policies.zones[0]?.name ?? '',
      environment: body.env ?? {},
    })
    if (url === undefined) return applicationRecord(call, application)
    const connected = await connectRepository(platform, application, wanted, caller.userId)
    await moveHostWebhook(platform, undefined, connected)
    return applicationRecord(call, await getApplication(platform, application.id))
  },
})

export const getApplicationRecord = endpoint({
  method: 'GET',
  path: `${path}/:applicationId`,
  access: { on: 'application', may: 'see' },
  summary: 'Shows an application',
  answer: applicationAnswer,
  handle: (call) => applicationRecord(call, call.application),
})

export const putApplication = endpoint({
  method: 'PUT',
  path: `${path}/:applicationId`,
  access: { on: 'application', may: 'operate' },
  action: 'application.change',
  summary: 'Changes what is named of an application; null and absent fields stay',
  body: object({ ...changeSchema, ...unsupportedSchema }),
  answer: applicationAnswer,
  async handle(call) {
    const { platform, application, body, caller } = call
    const change = changeFromWire(body)
    const changed = await changeApplication(platform, application, change, caller.userId)
    if (changed.branch !== application.branch) await checkNow(platform, application.id)
    return applicationRecord(call, changed)
  },
})

export const deleteApplicationForGood = endpoint({
  method: 'DELETE',
  path: `${path}/:applicationId`,
  access: { on: 'application', may: 'administer' },
  action: 'application.delete',
  summary: 'Deletes an application with its repository, releases and logs',
  answer: outcome,
  async handle({ platform, application }) {
    await deleteApplication(platform, application)
    return done(`The application ${application.name} was deleted.`)
  },
})

/** Clients name the type by its variant id, beside a type that several variants may share. */
function typeFromWire(
  { runtimes }: Pick<Platform, 'runtimes'>,
  variantId: string | undefined,
  type: string | undefined,
): string {
  const byVariant = runtimes.find((runtime) => variantOf(runtime.type, '').id === variantId)
  const found = byVariant?.type ?? type
  if (found) return found
  throw new Refusal(
    'invalid',
    'The body does not say which type the application has: give instanceType.',
  )
}

/** One that the operator has registered comes before the public one. */
async function githubUrl({ store }: Pick<Platform, 'store'>): Promise<string> {
  const hosts = await store.gitHosts.list()
  return hosts.find(({ kind }) => kind === 'github')?.url ?? 'https://github.com'
}
