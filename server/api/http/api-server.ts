import type { ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { BlockList } from 'node:net'
import { type Authenticate, authenticateSigned } from '#api/auth/authenticate.ts'
import { authenticateOnBridge } from '#api/bridge/authenticate.ts'
import { bridgeEndpoints, endpoints } from '#api/endpoints.ts'
import type { Signer } from '#kit/crypto/signer.ts'
import { tlsListenerPolicy } from '#kit/crypto/tls-policy.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import { createServer } from '#kit/net/http.ts'
import { openProtocolMux, type ProtocolMux } from '#kit/net/protocol-mux.ts'
import type { Platform } from '#platform/platform.ts'
import type { Addresses, Endpoint } from './endpoint.ts'
import { createEndpointTable } from './endpoint-table.ts'
import { serve } from './serve.ts'

export interface ApiServerOptions {
  host: string
  port: number
  identity: Identity
  platform: Platform
  addresses: () => Addresses
  /** Signs what browsers keep for us. */
  signer: Signer
  /** The command-line tool as a package of npm. */
  cliPackage: () => Promise<Buffer>
  /** Proxies in front of us, whose word about the caller's address counts. */
  trustedProxies: BlockList
  log: (line: string) => void
}

/** The API and its pages: what is signed with OAuth 1. */
export const openApiServer = (options: ApiServerOptions): Promise<ProtocolMux> =>
  openListener(options, {
    endpoints,
    authenticate: authenticateSigned,
    origin: () => options.addresses().api,
  })

/** The bridge: the same API for API tokens, and the endpoints that make them. */
export const openBridgeServer = (options: ApiServerOptions): Promise<ProtocolMux> =>
  openListener(options, {
    endpoints: bridgeEndpoints,
    authenticate: authenticateOnBridge,
    origin: () => options.addresses().bridge,
  })

interface Rules {
  endpoints: readonly Endpoint[]
  authenticate: Authenticate
  origin: () => string
}

/** Plain HTTP and TLS on one port. */
async function openListener(options: ApiServerOptions, rules: Rules): Promise<ProtocolMux> {
  const { host, port, identity, log } = options
  const streams = new Set<ServerResponse>()
  const serving = { ...options, ...rules, table: createEndpointTable(rules.endpoints), streams }
  const listener: Parameters<typeof createServer>[1] = (request, response) => {
    serve(serving, request, response).catch((error: Error) => {
      log(`bug: ${error.stack}`)
      response.destroy()
    })
  }
  const limits = {
    requestTimeout: 60_000,
    headersTimeout: 20_000,
    keepAliveTimeout: 30_000,
    // Most requests have no body, and to await the end of one costs more than to answer.
    optimizeEmptyRequests: true,
  }
  const plain = createServer(limits, listener)
  const secure = createTlsServer(
    { ...limits, ...tlsListenerPolicy, cert: identity.certificate, key: identity.key },
    listener,
  )
  const opened = await openProtocolMux({ host, port, onHttp: plain, onTls: secure })
  return {
    port: opened.port,
    close(timeout) {
      // Their readers come back to the next server; waiting for their end would be in vain.
      for (const response of streams) response.destroy()
      return opened.close(timeout)
    },
  }
}
