import { legacyDrain, legacyDrainType, legacyDrainTypes } from '#api/answers/hosting/drains.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { drainToWire } from '#api/v4/drains/drain-record.ts'
import { type Infer, list, object, oneOf, optional, string } from '#kit/schema.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { type Drain, recipientTypes } from '#platform/model/observability/drain.ts'
import {
  createDrain,
  disableDrain,
  enableDrain,
  getDrain,
  permitDrain,
} from '#platform/observability/drains/drains.ts'
import type { Platform } from '#platform/platform.ts'

const path = '/v2/logs/:applicationId/drains'
const access = { on: 'application', may: 'operate' } as const
/** What Elasticsearch drains of the old form used without a prefix. */
const defaultIndex = 'logstash'

const body = object({
  url: string,
  drainType: legacyDrainType,
  credentials: optional(object({ username: optional(string), password: optional(string) })),
  APIKey: optional(string),
  indexPrefix: optional(string),
  structuredDataParameters: optional(string),
})

/** The old form, for clients that have not changed to `/v4/drains`; it knows logs of applications only. */
export const legacyDrainEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path,
    access,
    summary: 'Lists the log drains of an application, in the old form',
    answer: list(legacyDrain),
    async handle({ platform, application }) {
      const drains = await platform.store.drains.listOf(application.id)
      const ofLog = drains.filter(({ kind }) => kind === 'LOG')
      return Promise.all(ofLog.map((drain) => toWire(platform, application, drain)))
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access,
    action: 'drain.create',
    summary: 'Adds a log drain to an application, in the old form',
    body,
    answer: legacyDrain,
    async handle({ platform, application, caller, body: wanted }) {
      const recipient = {
        type: typeOf(wanted.drainType),
        url: wanted.url,
        index: wanted.indexPrefix ?? defaultIndex,
        username: wanted.credentials?.username,
        password: wanted.credentials?.password,
        apiKey: wanted.APIKey,
        sourceToken: wanted.APIKey,
        structuredData: wanted.structuredDataParameters,
      }
      const drain = await createDrain(platform, application, caller.userId, {
        kind: 'LOG',
        recipient,
      })
      return toWire(platform, application, drain)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/:drainId`,
    access,
    action: 'drain.delete',
    summary: 'Removes a log drain and returns it, in the old form',
    answer: legacyDrain,
    async handle({ platform, application, caller, params }) {
      const drain = await getDrain(platform, application.id, params.drainId)
      await permitDrain(platform, caller, drain)
      const record = await toWire(platform, application, drain)
      await platform.store.drains.remove(drain.id)
      return { ...record, state: 'DELETED' as const }
    },
  }),
  endpoint({
    method: 'PUT',
    path: `${path}/:drainId/state`,
    access,
    action: 'drain.change-state',
    summary: 'Enables or disables a log drain, in the old form',
    body: object({ state: oneOf('ENABLED', 'DISABLED') }),
    answer: legacyDrain,
    async handle({ platform, application, caller, params, body: { state } }) {
      const drain = await getDrain(platform, application.id, params.drainId)
      await permitDrain(platform, caller, drain)
      const change = state === 'ENABLED' ? enableDrain : disableDrain
      return toWire(platform, application, await change(platform, drain, caller.userId))
    },
  }),
]

const typeOf = (legacy: Infer<typeof legacyDrainType>) =>
  recipientTypes.find((type) => legacyDrainTypes[type] === legacy) ?? 'RAW_HTTP'

async function toWire(
  platform: Platform,
  application: Application,
  drain: Drain,
): Promise<Infer<typeof legacyDrain>> {
  const { id, resourceId, status, recipient } = await drainToWire(platform, application, drain)
  const { type, url, index, rfc5424StructuredDataParameters: structured } = recipient
  return {
    id,
    appId: resourceId,
    state: status.status,
    target: {
      url,
      drainType: legacyDrainTypes[type],
      ...(index !== undefined && { indexPrefix: index }),
      ...(structured !== undefined && { structuredDataParameters: structured }),
    },
  }
}
