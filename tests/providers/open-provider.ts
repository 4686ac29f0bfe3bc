import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import { no, type ProviderMessage, type ProviderState } from './provider-state.ts'
import { type Rules, rightRules } from './rules.ts'

/** A change of one rule of the correct provider. */
export type Variation = (right: Rules) => Partial<Rules>

export interface BenchProvider {
  manifest: Manifest
  shop: ProviderState
  close(): Promise<void>
}

const maxBytes = 1024 * 1024

/** Starts a fake provider that is correct except for the variation. */
export async function openProvider(variation: Variation = () => ({})): Promise<BenchProvider> {
  const rules: Rules = { ...rightRules, ...variation(rightRules) }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const endpoints = { base_url: `${root}/resources`, sso_url: `${root}/sso` }
  const manifest: Manifest = {
    id: 'bench',
    api: {
      config_vars: ['BENCH_URL', 'BENCH_TOKEN'],
      password: 'the password of a bench service, long enough',
      sso_salt: 'the salt: of a bench service, long enough',
      regions: ['eu'],
      production: endpoints,
      test: endpoints,
    },
  }
  const shop: ProviderState = { manifest, items: new Map(), guests: new Map() }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request).catch(() => undefined)
    if (body === undefined) return void response.destroy()
    const answer = await answerTo(request, body).catch((error: unknown) => no(500, String(error)))
    if (response.destroyed) return answer.afterwards?.()
    const isText = typeof answer.body === 'string'
    if (answer.afterwards) response.once('close', answer.afterwards)
    response.writeHead(answer.status, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...answer.headers,
    })
    response.end(
      isText ? answer.body : answer.body === undefined ? '' : JSON.stringify(answer.body),
    )
  }

  async function answerTo(request: IncomingMessage, body: string): Promise<ProviderMessage> {
    const { method = '', url = '/', headers } = request
    const path = url.replace(/\?.*$/, '')
    const type = headers['content-type'] ?? ''
    if (body.length > maxBytes) return no(413, 'Too much.')
    if (path === '/sso')
      return method === 'POST' ? rules.enter(rules.readForm(body), shop) : no(405, 'Post it.')
    if (path.startsWith('/panel/'))
      return rules.panel(shop, path.slice('/panel/'.length), headers.cookie ?? '')
    if (!rules.isCaller(headers.authorization, shop, method)) return rules.stranger(shop)
    if (path === '/resources')
      return method === 'POST' && type.startsWith('application/json') ? order(body) : no(405, 'No.')
    const id = decode(path.slice('/resources/'.length))
    if (method === 'DELETE') return rules.remove(shop, id)
    return method === 'PUT' ? rules.changePlan(shop, id, parsed(body)) : no(405, 'No.')
  }

  async function order(body: string): Promise<ProviderMessage> {
    const order = rules.readOrder(parsed(body))
    if (!order) return no(400, 'That is no order.')
    if (!rules.isPlan(order.plan)) return no(422, 'There is no such plan.')
    return rules.made(rules.known(shop, order) ?? (await rules.make(shop, order)), shop)
  }

  function parsed(body: string): unknown {
    try {
      return rules.parse(body)
    } catch {
      return undefined
    }
  }

  return {
    manifest,
    shop,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
