import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from '#kit/net/http.ts'
import type { SwarmLab } from './swarm-lab.ts'

export interface LabPackagesOptions {
  /** Archives of gems and their index. */
  gemFolder: string
  /** Address of the Maven repository of this machine, which ends with `/`. */
  mavenRepository: string
}

/** Where builds on the nodes of a lab find packages: they reach nothing else of the world. */
export interface LabPackages extends AsyncDisposable {
  gems: string
  maven: string
}

const downloadTimeout = 300_000

export async function openLabPackages(
  { address }: Pick<SwarmLab, 'address'>,
  { gemFolder, mavenRepository }: LabPackagesOptions,
): Promise<LabPackages> {
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://lab')
    const [, kind, path = ''] = /^\/(gems|maven)\/(.*)$/.exec(pathname) ?? []
    const bytes =
      kind === 'gems'
        ? readFile(join(gemFolder, path)).catch(() => undefined)
        : fetchedFrom(new URL(path, mavenRepository))
    bytes.then(
      (found) => end(answer, found ? 200 : 404, found),
      () => end(answer, 502),
    )
  }).listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const own = `http://${address}:${port}`
  return {
    gems: `${own}/gems`,
    maven: `${own}/maven/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function fetchedFrom(url: URL): Promise<Buffer | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(downloadTimeout) })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

const end = (answer: ServerResponse, status: number, bytes?: Buffer) => {
  answer.statusCode = status
  answer.end(bytes)
}
