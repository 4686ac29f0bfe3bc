import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { isBasicAuth } from '#kit/net/basic-auth.ts'
import { createServer } from '#kit/net/http.ts'
import { answerBackups } from '#providers/kit/backups/answer-backups.ts'
import { answerContents } from '#providers/kit/contents/answer-contents.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ProviderDefinition, ProviderServer } from '#providers/kit/definition.ts'
import { answerFiles } from '#providers/kit/files/answer-files.ts'
import { answerInsights } from '#providers/kit/insights/answer-insights.ts'
import { memoryLedger } from '#providers/kit/resources/ledger.ts'
import { complete, order } from '#providers/kit/resources/orders.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import {
  changePlan,
  configure,
  hold,
  remove,
  rotate,
  tellUsage,
} from '#providers/kit/resources/resources.ts'
import { answerSession, refuseUpgrade } from '#providers/kit/sessions/answer-session.ts'
import { answerTransfers } from '#providers/kit/transfers/answer-transfers.ts'
import { type Answer, failure, notAllowed, readBody, readJson, send } from './exchange.ts'
import { createRoutes, type Route } from './routes.ts'
import { createSignIn } from './sign-in.ts'

/** A provider's service that can be started, or mounted in an existing server. */
export interface RunningProvider {
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Listens, and resumes unfinished work; port 0 chooses a free one. */
  listen(port: number, host?: string): Promise<{ port: number }>
  /** Runs under the lock of a resource; does nothing when it is deleted. */
  withLock(
    resource: Pick<Resource, 'addonId'>,
    act: (latest: Resource) => Promise<void>,
  ): Promise<void>
  close(): Promise<void>
}

/** Makes a service of a definition, adding authentication, parsing, retries and sessions. */
export function defineProvider(definition: ProviderDefinition): RunningProvider {
  const service: ProviderServer = {
    ledger: memoryLedger(),
    onProblem: console.error,
    ...definition,
  }
  const { id, api } = service.manifest
  const routeOf = createRoutes(service.manifest)
  const signIn = createSignIn(service)
  const mutex = createKeyedMutex()
  const stopping = new AbortController()
  let server: Server | undefined

  async function answer(
    request: IncomingMessage,
    route: Route,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { method } = request
    if (route.call === 'sso')
      return method === 'POST' ? signIn.enter(request, route.path) : notAllowed('POST')
    if (route.call === 'panel')
      return method === 'GET' ? signIn.show(request, route.id) : notAllowed('GET')
    if (!isBasicAuth(request.headers.authorization, { id, password: api.password }))
      return stranger(id)
    if (route.call === 'order') {
      if (method !== 'POST') return notAllowed('POST')
      return order(service, mutex, await readJson(request), stopping.signal)
    }
    if (route.call === 'backups') return answerBackups(service, mutex, route, method)
    if (route.call === 'files') return answerFiles(service, route, request)
    if (route.call === 'contents')
      return answerContents(service, route.id, { method, signal, body: () => readJson(request) })
    if (route.call === 'sessions') return failure(426, 'Ask for an upgrade of the connection.')
    if (route.call === 'transfers')
      return answerTransfers(service, route, {
        method,
        body: () => readJson(request),
        bytes: (most) => readBody(request, most),
      })
    if (route.call === 'insights') return answerInsights(service, mutex, route, method)
    if (route.verb === 'rotate')
      return method === 'POST' ? rotate(service, mutex, route.id) : notAllowed('POST')
    if (route.verb === 'usage')
      return method === 'GET' ? tellUsage(service, mutex, route.id) : notAllowed('GET')
    if (route.verb === 'env')
      return method === 'PUT'
        ? configure(service, mutex, route.id, await readJson(request))
        : notAllowed('PUT')
    if (route.verb)
      return method === 'POST' ? hold(service, mutex, route.id, route.verb) : notAllowed('POST')
    if (method === 'DELETE') return remove(service, mutex, route.id)
    if (method === 'PUT') return changePlan(service, mutex, route.id, await readJson(request))
    return notAllowed('DELETE, PUT')
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = routeOf((request.url ?? '/').replace(/\?.*$/s, ''))
    if (!route && service.others) return service.others(request, response)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const given = route
      ? await answer(request, route, gone.signal).catch((problem: unknown) =>
          explain(service, problem),
        )
      : failure(404, 'There is nothing here.')
    send(response, request, given)
  }

  function upgrade(request: IncomingMessage, socket: Duplex): void {
    socket.on('error', () => socket.destroy())
    const route = routeOf((request.url ?? '/').replace(/\?.*$/s, ''))
    const isKnown = isBasicAuth(request.headers.authorization, { id, password: api.password })
    if (!isKnown) refuseUpgrade(socket, 401, 'Wrong user name or password.')
    else if (route?.call !== 'sessions') refuseUpgrade(socket, 404, 'There is nothing here.')
    else void answerSession(service, route.id, request, socket)
  }

  const handle = (request: IncomingMessage, response: ServerResponse) =>
    void respond(request, response).catch((problem: unknown) => {
      service.onProblem(problem)
      response.destroy()
    })

  return {
    handle,
    withLock: ({ addonId }, act) =>
      mutex(addonId, async () => {
        const latest = await service.ledger.byAddon(addonId)
        if (latest && latest.state !== 'deleted') await act(latest)
      }),
    async listen(port, host = '127.0.0.1') {
      for (const resource of service.answersLater ? await service.ledger.all() : [])
        void complete(service, mutex, resource, stopping.signal)
      const opened = createServer({ requestTimeout: 30_000 }, handle)
      opened.on('upgrade', upgrade)
      server = opened
      await new Promise<void>((resolve, reject) => {
        opened.once('error', reject).listen(port, host, resolve)
      })
      const address = opened.address()
      return { port: typeof address === 'object' && address ? address.port : port }
    },
    async close() {
      stopping.abort()
      // Those that were upgraded are not among the connections that the server closes.
      service.sessions?.close()
      server?.closeAllConnections()
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
    },
  }
}

const stranger = (id: string): Answer => ({
  ...failure(401, 'Wrong user name or password.'),
  headers: { 'www-authenticate': `Basic realm="${id}"`, 'content-type': 'application/json' },
})

function explain({ onProblem }: ProviderServer, problem: unknown): Answer {
  if (problem instanceof DeclinedError) return failure(problem.status, problem.message)
  onProblem(problem)
  return failure(500, 'Something went wrong on our side.')
}
