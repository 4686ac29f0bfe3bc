import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Agent, request as requestTls } from 'node:https'
import { TLSSocket } from 'node:tls'
import type { Connection } from '#api/http/request-context.ts'
import { refuseEarly } from '#api/limits/refuse-early.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import type { Placement } from '#platform/model/hosting/placement/placement.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { forwardedHeader, openClient, sealClient } from './forwarded-header.ts'
import { passUpgrade, type UpgradeRequest } from './pass-upgrade.ts'
import type { FindWorkload } from './workload-of-request.ts'

export interface ForwardingOptions {
  placement: Pick<Placement, 'remoteServerOf'>
  /** The same at all servers. */
  key: Buffer
  /** PEM certificate of the authority of all servers. */
  authority: string
  log: (line: string) => void
}

/** The listener that a request came to. */
export interface ForwardingListener {
  name: 'api' | 'bridge'
  findWorkload: FindWorkload
}

/** Forwards requests about an application to the server that it is assigned to, and takes those of other servers. */
export interface Forwarding {
  /** The client of a request that another server has passed on. */
  clientOf(incoming: IncomingMessage): Pick<Connection, 'peer' | 'isTls'> | undefined
  /** Whether the request was passed on; otherwise it is answered here. */
  pass(
    listener: ForwardingListener,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<boolean>
  /** The same for a request to upgrade to WebSocket; throws when the server of its workload is away. */
  passUpgrade(listener: ForwardingListener, upgrade: UpgradeRequest): Promise<boolean>
  /** Breaks off what is being passed on. */
  end(): void
}

/** Seconds after which a client should try again while the server of an application is away. */
const awayWait = 15
/** A server answers at once, or begins a stream, which has a heartbeat every two seconds. */
const silenceTimeout = 120_000

export function createForwarding({
  placement,
  key,
  authority,
  log,
}: ForwardingOptions): Forwarding {
  const agent = new Agent({ keepAlive: true, ca: authority, servername: 'localhost' })
  const clientOf = ({ headers }: IncomingMessage) =>
    openClient(key, headers[forwardedHeader]?.toString())

  const headersFor = (incoming: IncomingMessage): IncomingHttpHeaders => {
    const { connection: _, 'keep-alive': __, ...headers } = incoming.headers
    const { socket } = incoming
    const peer = plainAddress(socket.remoteAddress ?? '')
    const isTls = socket instanceof TLSSocket
    return { ...headers, [forwardedHeader]: sealClient(key, { peer, isTls }) }
  }

  /**
   * Sends it by TLS, because servers may be on different machines; API and bridge answer both on one port. Resolves to `false` when the
   * server cannot be reached and nothing was sent to the client.
   */
  const send = (url: string, incoming: IncomingMessage, outgoing: ServerResponse) =>
    new Promise<boolean>((resolve) => {
      const { method } = incoming
      const sent = requestTls(url, { method, agent, headers: headersFor(incoming) })
      sent.setTimeout(silenceTimeout, () => sent.destroy(new Error('no answer')))
      sent.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        answer.on('error', () => outgoing.destroy())
        resolve(true)
      })
      sent.on('error', (error) => {
        if (outgoing.headersSent) outgoing.destroy()
        else log(`waiting: ${new URL(url).host} did not answer: ${error.message}`)
        resolve(outgoing.headersSent)
      })
      outgoing.on('close', () => sent.destroy())
      // A request without a body stays unread, so that it can still be answered here.
      if (method === 'GET' || method === 'HEAD') sent.end()
      else incoming.pipe(sent)
    })

  return {
    clientOf,
    async pass({ name, findWorkload }, incoming, outgoing) {
      const target = incoming.url ?? '/'
      const workload = findWorkload(incoming)
      if (!workload || clientOf(incoming)) return false
      // Without the store nobody knows: the endpoint says so to the client.
      const server = await placement.remoteServerOf(workload).catch(() => undefined)
      if (!server) return false
      const isSent = !server.isAway && (await send(`${server[name]}${target}`, incoming, outgoing))
      if (isSent) return true
      // What the store has can be read anywhere, and add-ons of others need no server of ours.
      const canAnswer = incoming.method === 'GET' || workload === 'built-in providers'
      if (canAnswer && !incoming.readableDidRead) return false
      await refuseEarly(outgoing, serverIsAway())
      return true
    },
    async passUpgrade({ name, findWorkload }, upgrade) {
      const { incoming } = upgrade
      const workload = findWorkload(incoming)
      if (!workload || clientOf(incoming)) return false
      const server = await placement.remoteServerOf(workload).catch(() => undefined)
      if (!server) return false
      if (server.isAway) throw serverIsAway()
      const headers = headersFor(incoming)
      const options = { ca: authority, servername: 'localhost', agent: false, headers } as const
      await passUpgrade(`${server[name]}${incoming.url}`, upgrade, options).catch((error) => {
        log(`waiting: ${new URL(server[name]).host} did not answer: ${error.message}`)
        throw serverIsAway()
      })
      return true
    },
    end: () => agent.destroy(),
  }
}

const serverIsAway = () =>
  new Refusal(
    'unavailable',
    'The server of this application is away. The application itself may go on serving; try again later.',
    { wait: awayWait },
  )
