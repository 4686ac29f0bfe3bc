import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateRawSync } from 'node:zlib'

export interface SmallGoProxy extends AsyncDisposable {
  address: string
  /** Paths that were asked for. */
  asked: string[]
  /** Offers a release, of which the checksum database says this. */
  publish(version: string, files: Record<string, string>, sum?: string): void
  /** Offers a version of a module, `v1.2.3`. */
  publishModule(module: string, version: string, files: Record<string, string>, sum?: string): void
}

/** A module proxy with releases of Go for both architectures and other modules, which passes on a checksum database. */
export async function openGoProxy(): Promise<SmallGoProxy> {
  const answers = new Map<string, string | Buffer>()
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const answer = answers.get(url)
    response.statusCode = answer === undefined ? 404 : 200
    response.end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const publishModule: SmallGoProxy['publishModule'] = (module, version, files, sum) => {
    const inside = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [`${module}@${version}/${path}`, text]),
    )
    const list = `/${module}/@v/list`
    answers.set(list, `${answers.get(list) ?? ''}${version}\n`)
    answers.set(`/${module}/@v/${version}.zip`, zipOf(inside))
    if (sum === '') return
    const line = `${module} ${version} ${sum ?? sumOf(inside)}\n${module} ${version}/go.mod h1:x=\n`
    answers.set(`/sumdb/sum.golang.org/lookup/${module}@${version}`, `7\n${line}\ngo.sum tree\n`)
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    publish(version, files, sum) {
      for (const arch of ['amd64', 'arm64']) {
        publishModule('golang.org/toolchain', `v0.0.1-go${version}.linux-${arch}`, files, sum)
      }
    },
    publishModule,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const sha256 = (text: string) => createHash('sha256').update(text)

const sumOf = (files: Record<string, string>) => {
  const lines = Object.keys(files)
    .sort()
    .map((path) => `${sha256(files[path] ?? '').digest('hex')}  ${path}\n`)
  return `h1:${sha256(lines.join('')).digest('base64')}`
}

/** A ZIP archive, with every second file compressed. */
export function zipOf(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const [index, [path, text]] of Object.entries(files).entries()) {
    const name = Buffer.from(path)
    const method = index % 2 === 0 ? 8 : 0
    const content = method === 8 ? deflateRawSync(text) : Buffer.from(text)
    const facts = Buffer.alloc(22)
    facts.writeUInt16LE(method, 0)
    facts.writeUInt32LE(crc32(text), 6)
    facts.writeUInt32LE(content.length, 10)
    facts.writeUInt32LE(Buffer.byteLength(text), 14)
    facts.writeUInt16LE(name.length, 18)
    const head = Buffer.concat([Buffer.from('504b030414000000', 'hex'), facts])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    list.push(Buffer.from('504b0102140014000000', 'hex'), facts, place, name)
    parts.push(head, name, content)
    offset += head.length + name.length + content.length
  }
  const end = Buffer.alloc(22)
  const directory = Buffer.concat(list)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}
