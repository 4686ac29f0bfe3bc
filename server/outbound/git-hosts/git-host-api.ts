import { read, type Schema } from '#kit/schema.ts'
import type { GitHost } from '#platform/model/hosting/git-hosts/git-host.ts'
import {
  GitHostError,
  type HostRepository,
} from '#platform/model/hosting/git-hosts/git-host-client.ts'
import {
  type ProviderCall,
  type ProviderClient,
  type ProviderResponse,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'

const timeout = 15_000

/** Calls about one repository. Errors are a `GitHostError`, in which nothing is repeated that the host has said. */
export interface RepositoryApi {
  get<T>(path: string, schema: Schema<T>): Promise<T>
  post<T>(path: string, body: unknown, schema: Schema<T>): Promise<T>
  /** For answers that say nothing more. */
  send(method: ProviderCall['method'], path: string, body?: unknown): Promise<void>
}

/** Opens the API for a repository; paths are appended to its own there. Text of others is escaped in both. */
export type OpenRepositoryApi = (
  repository: HostRepository,
  path: string,
  signal: AbortSignal | undefined,
) => RepositoryApi

export interface GitHostApiOptions {
  /** For hosts that everybody knows. */
  httpClient: Pick<ProviderClient, 'call'>
  /** For those of the operator, which may be at private addresses. */
  registeredClient: Pick<ProviderClient, 'call'>
  /** What the kind of host wants beside the credentials. */
  headers?: Readonly<Record<string, string>>
}

export function createGitHostApi(options: GitHostApiOptions): OpenRepositoryApi {
  return (repository, repositoryPath, signal) => {
    const { host, isRegistered, token } = repository
    const client = isRegistered ? options.registeredClient : options.httpClient
    const headers = { ...options.headers, ...(token !== null && { authorization: login(token) }) }
    const call = async (
      method: ProviderCall['method'],
      path: string,
      body: unknown,
    ): Promise<ProviderResponse> => {
      const url = `${host.apiUrl}${repositoryPath}${path}`
      const request = { method, url, headers, timeout, ...(body !== undefined && { body }) }
      const response = await client.call(request, signal).catch((error: unknown) => {
        if (!(error instanceof ProviderUnreachableError)) throw error
        const problem = error.fate === 'unusable' ? 'refused' : 'unavailable'
        throw new GitHostError(problem, error.message)
      })
      const { status } = response
      if (status >= 200 && status < 300) return response
      throw problemOf(status, repository)
    }
    const readBy = <T>(schema: Schema<T>, { text }: ProviderResponse): T => {
      const { value, problems } = read(schema, jsonIn(text))
      if (problems) throw unreadable(host)
      return value as T
    }
    return {
      get: async (path, schema) => readBy(schema, await call('GET', path, undefined)),
      post: async (path, body, schema) => readBy(schema, await call('POST', path, body)),
      send: async (method, path, body) => void (await call(method, path, body)),
    }
  }
}

/** Tokens of Bitbucket that belong to a person are sent with the person's name: `name:token`. */
const login = (token: string) =>
  token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const unreadable = ({ apiUrl, kind }: GitHost) =>
  new GitHostError(
    'refused',
    `${new URL(apiUrl).host} answered something else than a host of kind ${kind} does.`,
  )

function problemOf(status: number, { host, path, token }: HostRepository): GitHostError {
  const place = new URL(host.apiUrl).host
  const hasToken = token !== null
  if (status === 401 || status === 403) {
    const reason = hasToken ? 'does not let the token do this' : 'wants a token for this'
    return new GitHostError('forbidden', `${place} ${reason} (${status}).`)
  }
  if (status === 404 || status === 410) {
    const reason = hasToken ? 'or the token may not see it' : 'or wants a token for it'
    return new GitHostError(
      'missing',
      `${place} does not have it for ${path}, ${reason} (${status}).`,
    )
  }
  if (status === 429 || status >= 500) {
    return new GitHostError(
      'unavailable',
      `${place} answered with an error of its own (${status}).`,
    )
  }
  const isMoved = status >= 300 && status < 400
  const reason = isMoved ? `has moved ${path} or its API` : `refused it for ${path}`
  return new GitHostError('refused', `${place} ${reason} (${status}).`)
}
