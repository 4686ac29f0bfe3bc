import assert from 'node:assert/strict'
import { lchownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'

/** UID that owns hostile trees. */
export const tenant = 234_567
export const secret = 'what only the owner of the machine may read'

/** A hostile tree, a folder of the platform beside it, and the victim of an attack. */
export class TenantTree implements AsyncDisposable {
  readonly folder: string
  readonly tree: string
  readonly own: string
  readonly victim: string

  private constructor(folder: string) {
    this.folder = folder
    this.tree = join(folder, 'tree')
    this.own = join(folder, 'own')
    this.victim = join(folder, 'victim')
  }

  static async create(): Promise<TenantTree> {
    const made = new TenantTree(
      await mkdtemp(join(memoryTmpdir({ minBytes: 1024 ** 3 }), 'berth-tenant-')),
    )
    for (const folder of [made.tree, made.own, made.victim]) await mkdir(folder, { mode: 0o711 })
    await writeFile(join(made.victim, 'file'), secret)
    await chmod(join(made.victim, 'file'), 0o600)
    return made
  }

  /** Everything about the victim that an attack could change. */
  victimFacts(): string[] {
    return ['', ...readdirSync(this.victim, { recursive: true, encoding: 'utf8' })].map((name) => {
      const path = join(this.victim, name)
      const { uid, gid, mode, mtimeMs } = lstatSync(path)
      const content = lstatSync(path).isFile() ? readFileSync(path, 'utf8') : ''
      return [name, uid, gid, mode.toString(8), mtimeMs, content].join(' ')
    })
  }

  /** Asserts that no file in the platform's folder has the secret, except a hard link to the file itself. */
  assertNoLeak(): void {
    const { ino } = lstatSync(join(this.victim, 'file'))
    for (const path of pathsIn(Buffer.from(this.own))) {
      const stats = lstatSync(path, { throwIfNoEntry: false })
      if (!stats?.isFile() || stats.ino === ino) continue
      assert.ok(!readFileSync(path, 'latin1').includes(secret), `${path} has the secret`)
    }
  }

  async [Symbol.asyncDispose]() {
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Plants something hostile at `place`; `rest` is the path that the platform looks up below it. */
type Plant = (place: string, rest: string, victim: string) => Promise<unknown>

/** What an install script can plant in place of a folder or a file. */
export const plants: Record<string, Plant> = {
  'a link to a folder': async (place, rest, victim) => {
    if (rest) {
      await mkdir(dirname(join(victim, rest)), { recursive: true })
      await writeFile(join(victim, rest), secret, { mode: 0o600 })
    }
    await symlink(victim, place)
  },
  'a relative link': async (place, rest, victim) => {
    await plants['a link to a folder']?.(`${place}.to`, rest, victim)
    await symlink(`${place.split('/').at(-1)}.to`, place)
  },
  'a link to a file': (place, _, victim) => symlink(join(victim, 'file'), place),
  'a link to nothing': (place, _, victim) => symlink(join(victim, 'new'), place),
  'a link to itself': (place) => symlink(place, place),
  'a hard link': (place, _, victim) => link(join(victim, 'file'), place),
  'a FIFO': (place) => runOrThrow(['mkfifo', '-m', '666', '--', place]),
  'a device': (place) => runOrThrow(['mknod', '-m', '666', '--', place, 'c', '1', '5']),
}

/** Creates file names that look like options or are not valid UTF-8. */
export async function plantOddNames(folder: string): Promise<void> {
  for (const name of ['-rf', '--help', '--reference=x', 'two\nlines', ' ', '*']) {
    await writeFile(join(folder, name), '')
  }
  await writeFile(Buffer.from(`${folder}/\xff\xfe`, 'latin1'), '')
  await mkdir(Buffer.from(`${folder}/-\xff`, 'latin1'))
}

/** Gives everything to the tenant's user, except hard links to files of others. */
export function ownedByTenant(tree: string): void {
  for (const path of pathsIn(Buffer.from(tree))) {
    const stats = lstatSync(path)
    if (stats.nlink === 1 || !stats.isFile()) lchownSync(path, tenant, tenant)
  }
}

/** The folder and everything in it, as byte paths. */
function pathsIn(folder: Buffer): Buffer[] {
  const names = readdirSync(folder, { encoding: 'buffer' })
  const inside = names.map((name) => Buffer.concat([folder, Buffer.from('/'), name]))
  const deeper = (path: Buffer) => (lstatSync(path).isDirectory() ? pathsIn(path) : [path])
  return [folder, ...inside.flatMap(deeper)]
}

/** Swaps a folder with a link to the victim and back until disposed. */
export async function swapForever(folder: string, victim: string): Promise<AsyncDisposable> {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(
    `const { workerData: { folder, victim, stop } } = require('node:worker_threads')
    const fs = require('node:fs')
    const attempt = (act) => { try { act() } catch {} }
    const end = Date.now() + 30_000
    while (!Atomics.load(stop, 0) && Date.now() < end) {
      attempt(() => fs.renameSync(folder, folder + '.away'))
      attempt(() => fs.symlinkSync(victim, folder))
      attempt(() => fs.unlinkSync(folder))
      attempt(() => fs.renameSync(folder + '.away', folder))
    }`,
    { eval: true, workerData: { folder, victim, stop } },
  )
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  return {
    async [Symbol.asyncDispose]() {
      Atomics.store(stop, 0, 1)
      await ended
    },
  }
}
