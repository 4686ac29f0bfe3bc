import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Docker from 'dockerode'

export type { default as Docker } from 'dockerode'

export interface DockerHost {
  /** `unix:///var/run/docker.sock`, `tcp://10.0.0.5:2376` or `http://…` without TLS. */
  host: string
  /** Folder with `ca.pem`, `cert.pem` and `key.pem`, for `tcp://`. */
  certificates?: string
}

/** The client of one Docker daemon. The library is loaded here, because other engines do not need it. */
export async function openDocker({ host, certificates }: DockerHost): Promise<Docker> {
  const { default: Client } = await import('dockerode')
  if (host.startsWith('unix://')) return new Client({ socketPath: host.slice('unix://'.length) })
  const { hostname, port, protocol } = new URL(host)
  const tls = certificates && (await readCertificates(certificates))
  return new Client({
    host: hostname,
    port: Number(port || (tls ? 2376 : 2375)),
    protocol: protocol === 'https:' || tls ? 'https' : 'http',
    ...(tls || {}),
  })
}

async function readCertificates(folder: string) {
  const [ca, cert, key] = await Promise.all(
    ['ca.pem', 'cert.pem', 'key.pem'].map((name) => readFile(join(folder, name))),
  )
  return { ca, cert, key } as { ca: Buffer; cert: Buffer; key: Buffer }
}

/** Status code of an error of the Docker API; `undefined` for any other error. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { statusCode?: number }).statusCode

export const isMissing = (error: unknown): boolean => statusOf(error) === 404

/** Resolves to `undefined` when the thing does not exist. */
export async function unlessMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Removing something that is gone already, or is being removed, is not an error. */
export async function removed(promise: Promise<unknown>): Promise<void> {
  await promise.catch((error: unknown) => {
    if (statusOf(error) !== 404 && statusOf(error) !== 409) throw error
  })
}

/** What the Docker daemon said, without the prefix of the client library. */
export function messageOf(error: unknown): string {
  const { json, message } = error as { json?: { message?: string }; message?: string }
  return (json?.message ?? message ?? String(error)).trim()
}

/** One message of a push, a pull, an import or a build. */
export interface ProgressEvent {
  stream?: string
  status?: string
  error?: string
  /** At the end of a push: the digest that the daemon has calculated. */
  aux?: { Digest?: string }
}

/** Waits for the end of such work, whose errors come as messages. */
export function followProgress(
  docker: Docker,
  stream: NodeJS.ReadableStream,
  onEvent: (event: ProgressEvent) => void = () => {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (error: Error | null, events: ProgressEvent[] = []) => {
      const said = events.find((event) => event.error)?.error
      if (error ?? said) reject(error ?? new Error(said))
      else resolve()
    }
    docker.modem.followProgress(stream, finish, onEvent)
  })
}
