import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '#api/http/endpoint.ts'
import { pathOf } from '#api/http/request-context.ts'
import { createRouteFinder } from '#api/http/routes.ts'
import type { Workload } from '#platform/model/hosting/placement/placement.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

type Params = Readonly<Record<string, string>>

/** Finds the workload whose server answers a request; `undefined` when any server can. */
export type FindWorkload = (
  request: Pick<IncomingMessage, 'method' | 'url'>,
) => Workload | undefined

/** Finds the endpoint of a request as the app does, and the workload by what the endpoint declares. */
export function createWorkloadFinder(endpoints: readonly Endpoint[]): FindWorkload {
  const findRoute = createRouteFinder(endpoints)
  return ({ method = 'GET', url = '/' }) => {
    const found = findRoute(method, pathOf(url))
    const endpoint = found?.route.endpoints.get(method === 'HEAD' ? 'GET' : method)
    return found && endpoint && workloadOf(endpoint, found.params)
  }
}

/** Add-ons of all providers are where the built-in ones are, because the worker that orders and changes them is. */
function workloadOf({ access, workload }: Endpoint, params: Params): Workload | undefined {
  switch (workload ?? (typeof access === 'string' ? access : access.on)) {
    case 'application':
      return applicationIdIn(params.applicationId)
    case 'resource':
      return applicationIdIn(params.resourceId) ?? 'built-in providers'
    case 'addon':
    case 'built-in providers':
      return 'built-in providers'
    default:
      return undefined
  }
}

const form = /^app_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id in a parameter; what has another form names no application, and any server can say so. */
const applicationIdIn = (id = ''): ApplicationId | undefined =>
  form.test(id) ? (id as ApplicationId) : undefined
