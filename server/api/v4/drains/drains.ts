import {
  drainAnswer,
  drainCheck,
  drainList,
  drainStatus,
  executionStatus,
} from '#api/answers/hosting/drains.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { readQuery } from '#api/http/query.ts'
import { pipe, string, transform } from '#kit/schema.ts'
import { executionStatusOf } from '#platform/model/observability/drain.ts'
import {
  createDrain,
  disableDrain,
  enableDrain,
  getDrain,
  permitDrain,
} from '#platform/observability/drains/drains.ts'
import { drainBody, wantedDrain } from './drain-body.ts'
import { drainToWire, removedStatus } from './drain-record.ts'

/** The stock tool names either kind of resource, its library and Terraform only applications. */
const forms = [
  {
    path: '/v4/drains/organisations/:ownerId/resources/:resourceId/drains',
    access: { on: 'resource', may: 'operate' },
  },
  {
    path: '/v4/drains/organisations/:ownerId/applications/:applicationId/drains',
    access: { on: 'application', may: 'operate' },
  },
] as const

const listed = pipe(
  string,
  transform((text) => text.split(',').map((part) => part.trim())),
)

/** `executionStatusNotIn` is a list, separated by commas. */
const filters = { status: drainStatus, executionStatus, executionStatusNotIn: listed }

/** A check sends to the outside, and may take ten seconds. */
const checkCost = 5

const endpointsOf = ({ path, access }: (typeof forms)[number]): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access,
    summary:
      'Lists drains, with their state and backlog: `status`, `executionStatus`, `executionStatusNotIn`',
    query: filters,
    answer: drainList,
    async handle({ platform, resource, query }) {
      const wanted = readQuery(query, filters)
      const drains = await platform.store.drains.listOf(resource.id)
      const shown = drains.filter((drain) => {
        const execution = executionStatusOf(drain)
        return (
          (wanted.status === undefined || wanted.status === drain.state) &&
          (wanted.executionStatus === undefined || wanted.executionStatus === execution) &&
          !wanted.executionStatusNotIn?.includes(execution)
        )
      })
      return Promise.all(shown.map((drain) => drainToWire(platform, resource, drain)))
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access,
    action: 'drain.create',
    summary:
      'Adds a drain, which sends every new line of a log (`LOG`, `ACCESSLOG`), or what is done to the application or add-on (`AUDITLOG`, for administrators), to a recipient',
    body: drainBody,
    answer: drainAnswer,
    async handle({ platform, resource, caller, body }) {
      const wanted = wantedDrain(body)
      await permitDrain(platform, caller, { ...wanted, ownerId: resource.ownerId })
      const drain = await createDrain(platform, resource, caller.userId, wanted)
      return drainToWire(platform, resource, drain)
    },
  }),
  endpoint({
    method: 'GET',
    path: `${path}/:drainId`,
    access,
    summary: 'Returns a drain, with its state and backlog; secrets are masked',
    answer: drainAnswer,
    async handle({ platform, resource, params }) {
      return drainToWire(platform, resource, await getDrain(platform, resource.id, params.drainId))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/:drainId`,
    access,
    action: 'drain.delete',
    summary: 'Removes a drain and returns it',
    answer: drainAnswer,
    async handle({ platform, resource, caller, params }) {
      const drain = await getDrain(platform, resource.id, params.drainId)
      await permitDrain(platform, caller, drain)
      const record = await drainToWire(platform, resource, drain)
      await platform.store.drains.remove(drain.id)
      return { ...record, status: removedStatus(drain, platform.clock()) }
    },
  }),
  endpoint({
    method: 'PUT',
    path: `${path}/:drainId/enable`,
    access,
    action: 'drain.enable',
    summary: 'Enables a drain, which continues where it stopped',
    answer: drainAnswer,
    async handle({ platform, resource, caller, params }) {
      const drain = await getDrain(platform, resource.id, params.drainId)
      await permitDrain(platform, caller, drain)
      return drainToWire(platform, resource, await enableDrain(platform, drain, caller.userId))
    },
  }),
  endpoint({
    method: 'PUT',
    path: `${path}/:drainId/disable`,
    access,
    action: 'drain.disable',
    summary: 'Disables a drain; its position in the log is kept',
    answer: drainAnswer,
    async handle({ platform, resource, caller, params }) {
      const drain = await getDrain(platform, resource.id, params.drainId)
      await permitDrain(platform, caller, drain)
      return drainToWire(platform, resource, await disableDrain(platform, drain, caller.userId))
    },
  }),
  endpoint({
    method: 'POST',
    path: `${path}/:drainId/check`,
    access,
    action: 'drain.check',
    summary: 'Sends a test line to the recipient of a drain, and reports whether it was accepted',
    cost: checkCost,
    answer: drainCheck,
    async handle({ platform, resource, params }) {
      const drain = await getDrain(platform, resource.id, params.drainId)
      const { failure } = await platform.drainWorker.check(drain)
      const isUdp = drain.recipient.type === 'SYSLOG_UDP'
      const sent = isUdp
        ? 'A test line was sent. Whether it has arrived cannot be known: UDP has no answers.'
        : 'A test line was taken by the recipient.'
      return { ok: failure === '', message: failure || sent }
    },
  }),
]

export const drainEndpoints: readonly Endpoint[] = forms.flatMap(endpointsOf)
