import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer } from '#kit/net/http.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { activate } from './activate.ts'
import { forward, forwardUpgrade } from './forward.ts'
import { type HeldRequest, HeldRequests } from './held-requests.ts'
import { ownPageOf, refuse, refuseUpgrade, type WaitingPage } from './waiting-pages.ts'

export interface ActivatorOptions {
  /** Address that is listened on, and that routes name. */
  host: string
  port: number
  /** Milliseconds that a request is held at most. */
  timeout: number
  platform: () => Platform
  /** Requests that come earlier wait for it. */
  opened: Promise<unknown>
  /** Whether a router may be at this address: whoever connects passes by the rules that routers apply. */
  isRouter(address: string): Promise<boolean>
  onBug(error: unknown): void
}

/** Holds the requests of visitors of sleeping applications until these are awake, and passes them on. */
export interface Activator {
  address: Address
  close(): Promise<void>
}

const maxConnections = 4000

/** Whether a router is at the other end; found out while the request is read already. */
const admissions = new WeakMap<Socket, Promise<boolean>>()

export async function openActivator(options: ActivatorOptions): Promise<Activator> {
  const { host, port, onBug } = options
  const held = new HeldRequests()
  const limits = {
    // An upload may last; routers have limits for slow ones.
    requestTimeout: 0,
    headersTimeout: 30_000,
    keepAlive: true,
  }
  const server = createServer(limits, (request, response) => {
    const context = { request, page: (page: WaitingPage) => refuse(request, response, page) }
    void serve(options, held, context, (address, signal) =>
      forward(request, response, address, signal),
    ).catch((error: unknown) => {
      onBug(error)
      response.destroy()
    })
  })
  server.maxConnections = maxConnections
  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    const admission = options.isRouter(address).catch(() => false)
    admissions.set(socket, admission)
    void admission.then((isRouter) => void (isRouter || socket.destroy()))
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const context = { request, page: (page: WaitingPage) => refuseUpgrade(socket, page) }
    void serve(options, held, context, (address, signal) =>
      forwardUpgrade(request, { socket, head }, address, signal),
    ).catch((error: unknown) => {
      onBug(error)
      socket.destroy()
    })
  })
  await listen(server, host, port)
  return {
    address: { host, port: (server.address() as AddressInfo).port },
    async close() {
      held.releaseAll()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), 1000).unref()
      await closed
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

interface Visit {
  request: IncomingMessage
  /** Answers with a page of the activator. */
  page(page: WaitingPage): void
}

/** Resolves to `false` when the address cannot be connected to, and nothing was sent. */
type Send = (address: Address, signal: AbortSignal) => Promise<boolean>

async function serve(
  { timeout, platform, opened }: ActivatorOptions,
  held: HeldRequests,
  { request, page }: Visit,
  send: Send,
): Promise<void> {
  if (!(await admissions.get(request.socket))) return void request.socket.destroy()
  await opened
  const application = await activate.find(platform(), request.headers.host, request.url)
  if (!application) return page({ name: 'unknown' })
  const own = await ownPageOf(platform(), application)
  using place = held.take(application.id, request.socket, timeout)
  if (!place) return page({ name: 'crowded', own })
  const result = await waitFor(platform(), application.id, place)
  if (place.signal.aborted) {
    return place.isGone ? undefined : page({ name: 'waiting', own })
  }
  if (result === 'failed') return page({ name: 'failed', own })
  const isSent = await activate.send(platform(), application.id, send, place.signal)
  if (!isSent && !place.isGone) page({ name: 'waiting', own })
}

const waitFor = (platform: Pick<Platform, 'waker'>, id: ApplicationId, { aborted }: HeldRequest) =>
  Promise.race([platform.waker.wake(id), aborted])
