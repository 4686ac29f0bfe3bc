import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BasicCredentials, isBasicAuth } from '#kit/net/basic-auth.ts'

/** A request of the provider to the platform. */
export interface Callback {
  method: string
  addonId: string
  isOurs: boolean
  /** Whether it arrived before the provider had answered the order. */
  isEarly: boolean
  /** The parsed body, if it is JSON. */
  json: unknown
  status: number
}

/** Fake of the platform's vendor API, as far as a provider needs it to complete an order. */
export interface CallbackServer {
  callbackUrl(addonId: string): string
  /** Marks the order as answered; callbacks before that get 404. */
  answered(addonId: string): void
  /** Answers the next callback for this add-on with 503. */
  failOnce(addonId: string): void
  heard(addonId: string): Callback[]
  /** Waits for the first callback that matches. */
  hear(
    addonId: string,
    fits: (call: Callback) => boolean,
    timeout: number,
  ): Promise<Callback | undefined>
  close(): Promise<void>
}

const maxBytes = 1024 * 1024

export async function openCallbackServer(credentials: BasicCredentials): Promise<CallbackServer> {
  const calls: Callback[] = []
  const answered = new Set<string>()
  const failing = new Set<string>()
  const listeners = new Set<() => void>()

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://platform')
    const addonId = decodeURIComponent(/^\/v2\/vendor\/apps\/([^/%]+)/.exec(pathname)?.[1] ?? '')
    const isEarly = !answered.has(addonId)
    void readJson(request).then((json) => {
      const isOurs = isBasicAuth(request.headers.authorization, credentials)
      const status = isOurs ? (isEarly ? 404 : failing.delete(addonId) ? 503 : 200) : 401
      calls.push({ method: request.method ?? '', addonId, isOurs, isEarly, json, status })
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: addonId }))
      for (const listener of listeners) listener()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    callbackUrl: (addonId) => `http://127.0.0.1:${port}/v2/vendor/apps/${addonId}`,
    answered: (addonId) => void answered.add(addonId),
    failOnce: (addonId) => void failing.add(addonId),
    heard: (addonId) => calls.filter((call) => call.addonId === addonId),
    hear: (addonId, fits, timeout) =>
      new Promise((resolve) => {
        const look = () => {
          const found = calls.find((call) => call.addonId === addonId && fits(call))
          if (found) settle(found)
        }
        const late = setTimeout(() => settle(undefined), timeout)
        const settle = (found: Callback | undefined) => {
          clearTimeout(late)
          listeners.delete(look)
          resolve(found)
        }
        listeners.add(look)
        look()
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
      if (chunks.reduce((size, { length }) => size + length, 0) > maxBytes) return undefined
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
