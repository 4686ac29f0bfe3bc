import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { keepImages, lendImages, lendRecords } from './kept-images.ts'

/** The `docker-registry` of Debian on an address of the lab. */
export interface LabRegistry extends AsyncDisposable {
  /** `10.198.7.254:5000` */
  host: string
  /** With user and password, for `BERTH_REGISTRY`. */
  url: string
  folder: string
  /** Tells an engine, by its folder, of the images that the registry has from other labs. */
  lendRecords(engineFolder: string): void
  /** The same for a platform that has not started yet, by its data folder. */
  prepare(data: string): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
}

const port = 5000
const user = 'berth'
const password = 'p@ss/word'

export async function openLabRegistry(folder: string, address: string): Promise<LabRegistry> {
  const images = join(folder, 'images')
  await mkdir(folder)
  await lendImages(images)
  const settings = join(folder, 'settings.json')
  const passwords = join(folder, 'htpasswd')
  await writeFile(passwords, `${user}:${await bcrypt(password)}\n`)
  // JSON is YAML too.
  await writeFile(
    settings,
    JSON.stringify({
      version: 0.1,
      log: { level: 'error' },
      storage: { filesystem: { rootdirectory: images }, delete: { enabled: true } },
      http: { addr: `${address}:${port}` },
      auth: { htpasswd: { realm: 'lab', path: passwords } },
    }),
  )
  const url = new URL(`http://${address}:${port}`)
  Object.assign(url, { username: user, password })
  let end = async () => {}
  const registry: LabRegistry = {
    host: `${address}:${port}`,
    url: url.href,
    folder,
    async start() {
      const child = spawn('docker-registry', ['serve', settings], { stdio: 'ignore' })
      const exited = once(child, 'exit')
      end = async () => {
        child.kill('SIGKILL')
        await exited
      }
      const isUp = () =>
        fetch(`http://${address}:${port}/v2/`).then(
          ({ status }) => status === 401,
          () => false,
        )
      await until(isUp, { timeout: 300_000, every: 100, what: 'the registry' })
    },
    lendRecords: (engineFolder) => lendRecords(images, engineFolder),
    prepare: async (data) => lendRecords(images, join(data, 'engine')),
    stop: () => end(),
    async [Symbol.asyncDispose]() {
      await end()
      await keepImages(images)
    },
  }
  await registry.start()
  return registry
}

/** The only form of password that the registry takes; Perl has it from the C library. */
const bcrypt = (text: string): Promise<string> =>
  runOrThrow(['perl', '-e', 'print crypt($ARGV[0], q($2b$04$abcdefghijklmnopqrstuu))', '--', text])
