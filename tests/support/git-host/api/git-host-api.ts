import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { GitHostKind } from '#platform/model/hosting/git-hosts/git-host.ts'
import { bitbucketWire } from './bitbucket-wire.ts'
import { githubWire } from './github-wire.ts'
import { gitlabWire } from './gitlab-wire.ts'
import type { HostAnswer, HostState, HostWire } from './host-state.ts'

const wires: Record<Exclude<GitHostKind, 'git'>, HostWire> = {
  github: githubWire('per_page'),
  gitea: githubWire('limit'),
  forgejo: githubWire('limit'),
  gitlab: gitlabWire,
  bitbucket: bitbucketWire,
}

/** The API of a Git host on loopback, with one repository. */
export interface GitHostApiServer extends AsyncDisposable {
  readonly url: string
  readonly state: HostState
  /** Requests so far, as `POST /path`. */
  readonly requests: string[]
  /** Answers in the place of the API, when it returns an answer. */
  intercept: (request: string, authorization: string | undefined) => HostAnswer | undefined
}

export async function openGitHostApi(
  kind: Exclude<GitHostKind, 'git'>,
  repository = 'team/shop',
): Promise<GitHostApiServer> {
  const wire = wires[kind]
  const state: HostState = {
    path: repository,
    token: 's3cret',
    hooks: [],
    statuses: [],
    comments: [],
    pulls: [],
    branches: ['main'],
    commits: [],
    keys: [],
  }
  const requests: string[] = []
  const prefix = wire.prefix(repository)
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host.test')
    const { method = 'GET', headers } = request
    const called = `${method} ${pathname}`
    const sent = await text(request)
    requests.push(called)
    const answer = () => {
      if (headers.authorization !== `Bearer ${state.token}`) return { status: 401 }
      if (!pathname.startsWith(`${prefix}/`)) return { status: 404 }
      const path = pathname.slice(prefix.length)
      const body = sent === '' ? undefined : JSON.parse(sent)
      return wire.answer(state, { method, path, query: searchParams, body })
    }
    const { status, body } = server.api.intercept(called, headers.authorization) ??
      answer() ?? { status: 404 }
    const content = body ?? (status >= 400 ? { message: `of ${headers.authorization}` } : undefined)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(content === undefined ? '' : JSON.stringify(content))
  }) as ReturnType<typeof createServer> & { api: GitHostApiServer }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const api: GitHostApiServer = {
    url: `http://127.0.0.1:${port}`,
    state,
    requests,
    intercept: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  server.api = api
  return api
}
