import type { RequestListener, Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { connectionOf } from '#kit/net/connection-facts.ts'
import { createServer } from '#kit/net/http.ts'
import { openProtocolMux, type ProtocolMux } from '#kit/net/protocol-mux.ts'
import { ListenError } from '#routers/control/listen-error.ts'
import { requireFree } from '#routers/control/require-free.ts'
import type { Ports, RouterSettings } from '#routers/control/router-commands.ts'
import type { RouterContext } from '#routers/node/proxy/router-context.ts'
import { sendToHttps, serve, serveUpgrade } from '#routers/node/proxy/serve.ts'
import type { Certificates } from './certificates.ts'
import { answeringChallenges } from './challenge-server.ts'
import { openTlsFront } from './tls-front.ts'

const limits: ServerOptions = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 30_000,
  // Uploads have no time limit; one that is too slow is ended by `UploadTimeouts`.
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 10_000,
  optimizeEmptyRequests: true,
  // Clients offer HTTP/2 optionally; such an offer is not passed to the application as an upgrade.
  shouldUpgradeCallback: ({ headers }) => !/\bh2c\b/i.test(headers.upgrade ?? ''),
}

/** Idle timeout of a connection without traffic in either direction. */
const maxSilence = 3_600_000

export interface WantedPorts {
  /** 0 chooses a free port. */
  ports?: Ports
  /** Ports of a router that is being replaced. */
  shared?: number[]
  /** File descriptors of listening sockets that a dead router has left, instead of the ports. */
  inherited?: Ports
}

/**
 * Opens the HTTP and HTTPS listeners. Ports of a router that is being replaced are opened beside it, so that they are
 * never without a listener; others must be free.
 */
export async function openListeners(
  { host }: RouterSettings,
  { ports = { http: 0, https: 0 }, shared = [], inherited }: WantedPorts,
  context: RouterContext,
  certificates: Certificates,
): Promise<Record<keyof Ports, ProtocolMux>> {
  const plain = takingVisitors(context, createServer(limits))
  // TLS is half of the router's start time, so it is loaded for the first visitor.
  const secure = () => {
    const visitors = takingVisitors(context, createServer(limits))
    return answeringChallenges(context.challenges, openTlsFront(context, certificates, visitors))
  }
  const strays = createServer(limits, (_, response) => sendToHttps(context, response))
  for (const name of ['http', 'https'] as const) {
    if (!inherited && ports[name] !== 0 && !shared.includes(ports[name]))
      await requireFree(host, ports[name]).catch((error) => {
        throw new ListenError(name, error)
      })
  }
  const clients = context.limits
  const http = await listening('http', {
    host,
    port: ports.http,
    fd: inherited?.http,
    onHttp: plain,
    reusePort: true,
    clients,
  })
  try {
    const https = await listening('https', {
      host,
      port: ports.https,
      fd: inherited?.https,
      onTls: secure,
      onHttp: strays,
      reusePort: true,
      clients,
    })
    return { http, https }
  } catch (error) {
    await http.close(0)
    throw error
  }
}

function takingVisitors<S extends Server>(context: RouterContext, server: S): S {
  // Above this count Node silently drops headers; their size is limited anyway.
  server.maxHeadersCount = 0
  server.timeout = maxSilence
  const onRequest: RequestListener = (request, response) => {
    // The visitor opens its next connection to the router that replaces this one.
    if (context.isLeaving) response.shouldKeepAlive = false
    serve(context, response, connectionOf(request.socket))
  }
  server.on('request', onRequest)
  server.on('checkContinue', onRequest)
  server.on('upgrade', (request, socket, head) =>
    serveUpgrade(context, request, socket as Socket, head),
  )
  return server
}

async function listening(port: keyof Ports, options: Parameters<typeof openProtocolMux>[0]) {
  try {
    return await openProtocolMux(options)
  } catch (error) {
    throw new ListenError(port, error as NodeJS.ErrnoException)
  }
}
