import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'

interface Published {
  archive: Buffer
  integrity: string | undefined
}

/** An npm registry on loopback that serves given packages and fails on request. */
export interface SmallRegistry extends AsyncDisposable {
  address: string
  /** Requested paths, in order. */
  asked: string[]
  publish(
    name: string,
    version: string,
    files: Record<string, string>,
    integrity?: string | null,
  ): Promise<void>
  /** Breaks off the next requests for an archive in the middle. */
  breakOff(times: number): void
  /** Answers the next requests with this status. */
  answer(status: number, times: number): void
}

export async function openSmallRegistry(): Promise<SmallRegistry> {
  const packages = new Map<string, Map<string, Published>>()
  const asked: string[] = []
  const faults = { breaks: 0, answers: 0, status: 500 }

  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/')
    asked.push(path)
    if (faults.answers-- > 0) return response.writeHead(faults.status).end()
    const [, name = '', version] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(path) ?? []
    const versions = packages.get(name)
    const published = version && versions?.get(version)
    if (published && faults.breaks-- > 0) {
      response.writeHead(200, { 'content-length': published.archive.length })
      response.write(published.archive.subarray(0, published.archive.length / 2))
      return setTimeout(() => response.destroy(), 10)
    }
    if (published) return response.end(published.archive)
    if (!versions || version) return response.writeHead(404).end()
    const entries = [...versions].map(([number, { integrity }]) => {
      const tarball = `${address}${name}/-/${number}.tgz`
      return [number, { name, version: number, dist: { tarball, integrity } }]
    })
    return response.end(JSON.stringify({ name, versions: Object.fromEntries(entries) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  return {
    address,
    asked,
    async publish(name, version, files, integrity) {
      const archive = await pack(files)
      const hash = `sha512-${createHash('sha512').update(archive).digest('base64')}`
      const versions = packages.get(name) ?? new Map<string, Published>()
      versions.set(version, {
        archive,
        integrity: integrity === null ? undefined : (integrity ?? hash),
      })
      packages.set(name, versions)
    },
    breakOff(times) {
      faults.breaks = times
    },
    answer(status, times) {
      Object.assign(faults, { status, answers: times })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Archive of a package, as a registry serves it. Its files are in the order of `files`: file systems list a folder in orders of
 * their own, and the checksum of Yarn depends on the order.
 */
export async function pack(files: Record<string, string>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-package-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, 'package', path)), { recursive: true })
      await writeFile(join(folder, 'package', path), text)
    }
    const archive = join(folder, 'package.tgz')
    await runOrThrow([
      'tar',
      '--create',
      '--gzip',
      `--file=${archive}`,
      `--directory=${folder}`,
      '--no-recursion',
      'package',
      ...Object.keys(files).map((path) => `package/${path}`),
    ])
    return await readFile(archive)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
