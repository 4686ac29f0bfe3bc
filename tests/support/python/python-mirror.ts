import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { array, exactOptional, number, object, read, string } from '#kit/schema.ts'
import { keptFolder } from '#tests/support/packages/kept-folder.ts'
import { type OutsideFolder, serveOutside } from '#tests/support/packages/outside-folder.ts'
import { archivePrefix, downloadModule, goProxies, readSum } from '#toolchains/go/go-proxy.ts'
import { unpackModule } from '#toolchains/go/module-zip.ts'

/** The release of Python that the mirror has. */
export const mirroredPython = '3.14.6'

/** A module of Go that embeds the files of this release as uv's publisher built it, without its headers. */
const source = {
  module: 'github.com/kluctl/go-embed-python',
  version: `v0.0.0-${mirroredPython}-20260610-1`,
}
const embedded = 'python/internal/data/linux-amd64'
const archive = 'python.tar.gz'

/** A server outside of this machine with a Python that uv fetches. */
export interface PythonMirror extends OutsideFolder {
  /** The list of releases that `UV_PYTHON_DOWNLOADS_JSON_URL` names, with the hash of the archive. */
  list: string
}

export async function openPythonMirror(): Promise<PythonMirror> {
  const own = await readFile(fileURLToPath(import.meta.url), 'utf8')
  const folder = await keptFolder('python', own, pack)
  const server = await serveOutside(folder)
  const hash = createHash('sha256').update(await readFile(join(folder, archive)))
  const [major, minor, patch] = mirroredPython.split('.').map(Number)
  const release = {
    name: 'cpython',
    arch: { family: 'x86_64', variant: null },
    os: 'linux',
    libc: 'gnu',
    major,
    minor,
    patch,
    prerelease: '',
    variant: null,
    url: `${server.address}/${archive}`,
    sha256: hash.digest('hex'),
    build: '20260610',
  }
  const name = `cpython-${mirroredPython}-linux-x86_64-gnu`
  return { ...server, list: JSON.stringify({ [name]: release }) }
}

const files = object({
  files: array(object({ name: string, perm: number, symlink: exactOptional(string) })),
})

/** Go's flag of a folder in a mode. */
const folderBit = 2 ** 31

/** Makes the archive of the publisher again from the files in the module. */
async function pack(temporary: string, signal: AbortSignal): Promise<void> {
  const proxy = { addresses: goProxies(process.env.GOPROXY), fetch, signal }
  const [zip, module] = [join(temporary, 'module.zip'), join(temporary, 'module')]
  await downloadModule(proxy, source, zip)
  const sum = await unpackModule({ file: zip, prefix: archivePrefix(source), to: module, signal })
  if (sum !== (await readSum(proxy, source))) throw new Error('the module has another hash')
  const data = join(module, embedded)
  const { value } = read(files, JSON.parse(await readFile(join(data, 'files.json'), 'utf8')))
  if (!value) throw new Error('the list of files of the module cannot be read')
  const tree = join(temporary, 'tree', 'python')
  for (const { name, perm, symlink: target } of value.files) {
    const place = join(tree, name)
    await mkdir(perm >= folderBit ? place : dirname(place), { recursive: true })
    if (target !== undefined) await symlink(target, place)
    else if (perm < folderBit) {
      // The large ones are compressed.
      const packed = await readFile(join(data, `${name}.gz`)).catch(() => undefined)
      if (packed) await writeFile(place, gunzipSync(packed))
      else await rename(join(data, name), place)
      await chmod(place, perm % 0o1000)
    }
  }
  const made = join(temporary, 'made')
  await mkdir(made)
  await runOrThrow(
    [
      'tar',
      '--create',
      '--gzip',
      '--file',
      join(made, archive),
      '--directory',
      dirname(tree),
      'python',
    ],
    { signal },
  )
}
