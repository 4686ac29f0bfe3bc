import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { plainEnvironment, runOrThrow } from '#kit/process/subprocess.ts'

const timeout = 60_000

type HostAnswer = { status: number; headers?: Record<string, string>; body?: string } | undefined

/** A Git host on loopback: repositories that `git http-backend` serves, as hosts do. */
export interface GitHost extends AsyncDisposable {
  readonly url: string
  /** Address of a repository. */
  urlOf(name: string): string
  /** Makes a repository with one commit; returns the commit. */
  create(name: string, files: Readonly<Record<string, string>>): Promise<string>
  /** Adds a commit to a branch; returns it. */
  commit(
    name: string,
    files: Readonly<Record<string, string>>,
    about?: { message?: string; branch?: string },
  ): Promise<string>
  git(name: string, ...words: string[]): Promise<string>
  /** Stores an object as it is, however damaged; returns its id. */
  store(name: string, type: string, content: string): Promise<string>
  /** Makes the repository that is served shallow: without the parents of this commit. */
  cut(name: string, commit: string): Promise<void>
  /** Answers requests in the place of git, when it returns a status; one that returns a promise delays them. */
  intercept: (request: IncomingMessage) => HostAnswer | Promise<HostAnswer>
  /** Requests so far, as `GET /path`. */
  readonly requests: string[]
}

export async function openGitHost(): Promise<GitHost> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-git-host-'))
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const instead = await host.intercept(request)
    if (!instead) return serve(folder, request, response)
    response.writeHead(instead.status, instead.headers).end(instead.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const checkout = (name: string) => join(folder, 'checkouts', name)
  const bare = (name: string) => join(folder, 'served', `${name}.git`)
  const run = (cwd: string, ...words: string[]) =>
    runOrThrow(['git', '-C', cwd, ...words], { timeout, env: author })

  const host: GitHost = {
    url,
    requests,
    intercept: () => undefined,
    urlOf: (name) => `${url}/${name}.git`,
    git: (name, ...words) => run(checkout(name), ...words),
    cut: (name, commit) => writeFile(join(bare(name), 'shallow'), `${commit}\n`),
    async store(name, type, content) {
      const path = join(folder, 'object')
      await writeFile(path, content)
      return (
        await run(checkout(name), 'hash-object', '-w', '--literally', '-t', type, path)
      ).trim()
    },
    async create(name, files) {
      await mkdir(checkout(name), { recursive: true })
      await mkdir(bare(name), { recursive: true })
      await run(bare(name), 'init', '--quiet', '--bare', '--initial-branch=main')
      await run(bare(name), 'config', 'receive.denyDeleteCurrent', 'ignore')
      await run(checkout(name), 'init', '--quiet', '--initial-branch=main')
      await run(checkout(name), 'remote', 'add', 'origin', bare(name))
      return host.commit(name, files, { message: 'Begin' })
    },
    async commit(name, files, { message = 'Change', branch = 'main' } = {}) {
      const place = checkout(name)
      if (branch !== 'main') await run(place, 'checkout', '--quiet', '-B', branch)
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(place, path)), { recursive: true })
        await writeFile(join(place, path), content)
      }
      await run(place, 'add', '--all')
      await run(place, 'commit', '--quiet', '--allow-empty', '-m', message)
      await run(place, 'push', '--quiet', '--force', 'origin', `HEAD:refs/heads/${branch}`)
      const commit = (await run(place, 'rev-parse', 'HEAD')).trim()
      if (branch !== 'main') await run(place, 'checkout', '--quiet', 'main')
      return commit
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
  return host
}

const author = {
  ...plainEnvironment(),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.test',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.test',
}

/** Runs the CGI program that comes with git. */
function serve(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://host')
  const child = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      ...plainEnvironment(),
      GIT_PROJECT_ROOT: join(folder, 'served'),
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  })
  child.stdin.on('error', () => {})
  request.pipe(child.stdin)
  let head = Buffer.alloc(0)
  child.stdout.on('data', (piece: Buffer) => {
    if (response.headersSent) return void response.write(piece)
    head = Buffer.concat([head, piece])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    const lines = head.toString('latin1', 0, end).split('\r\n')
    const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200'
    const others = headers.filter(([name]) => name !== 'Status')
    response.writeHead(Number.parseInt(status, 10), Object.fromEntries(others))
    response.write(head.subarray(end + 4))
  })
  child.stdout.on('end', () => response.end())
}
