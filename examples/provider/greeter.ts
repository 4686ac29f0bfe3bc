import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { html } from '#kit/text/html.ts'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import { defineProvider, type RunningProvider } from '#providers/kit/http/provider-server.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'

const words: Record<string, string> = { dev: 'Hello', big: 'A very good day to you' }

/** A greeting service: each add-on has a URL and a token, and the plan sets the politeness. */
export function greeter(manifest: Manifest, address: string, ledger: Ledger): RunningProvider {
  // The token is derived from the id, so provisioning the same resource again returns the same values.
  const tokenOf = ({ id }: Resource) =>
    createHmac('sha256', manifest.api.password).update(`token ${id}`).digest('hex')

  const configOf = (resource: Resource) => ({
    GREETER_URL: `${address}/greet/${resource.id}`,
    GREETER_TOKEN: tokenOf(resource),
  })

  /** The endpoint for customers' applications: GET /greet/{id}?name=Ada with the token. */
  async function greet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://greeter')
    const resource = await ledger.byId(/^\/greet\/([\w-]+)$/.exec(url.pathname)?.[1] ?? '')
    if (!resource || resource.state === 'deleted') return void response.writeHead(404).end()
    if (request.headers.authorization !== `Bearer ${tokenOf(resource)}`)
      return void response.writeHead(401).end()
    if (resource.suspended) return void response.writeHead(402).end('Suspended.')
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    response.end(`${words[resource.plan]}, ${url.searchParams.get('name') ?? 'stranger'}!\n`)
  }

  return defineProvider({
    manifest,
    ledger,
    plans: Object.keys(words),
    provision: (resource) => ({
      config: configOf(resource),
      message: `Welcome, ${resource.ownerName}. Ask GREETER_URL for a greeting.`,
    }),
    deprovision: () => {},
    changePlan: (resource, plan) => ({
      config: configOf(resource),
      message: `It says '${words[plan]}' now.`,
    }),
    suspend: () => {},
    resume: () => {},
    panel: ({ resource, email }) => html`
      <title>Greeter</title>
      <h1>Greeter for ${resource.ownerName}</h1>
      <p>${words[resource.plan] ?? ''}, ${email}!</p>
      <p>Plan: ${resource.plan}. Address: <code>${configOf(resource).GREETER_URL}</code></p>`,
    others: (request, response) =>
      void greet(request, response).catch(() => response.writeHead(500).end()),
  })
}
