import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { keepImages, lendImages } from './kept-images.ts'

/** The `docker-registry` of Debian on an address of the lab. */
export interface LabRegistry extends AsyncDisposable {
  /** `10.198.7.254:5000` */
  host: string
  folder: string
  stop(): Promise<void>
  start(): Promise<void>
}

const port = 5000

export async function openLabRegistry(folder: string, address: string): Promise<LabRegistry> {
  const images = join(folder, 'images')
  await mkdir(folder)
  await lendImages(images)
  const settings = join(folder, 'settings.json')
  // JSON is YAML too.
  await writeFile(
    settings,
    JSON.stringify({
      version: 0.1,
      log: { level: 'error' },
      storage: { filesystem: { rootdirectory: images }, delete: { enabled: true } },
      http: { addr: `${address}:${port}` },
    }),
  )
  let end = async () => {}
  const registry: LabRegistry = {
    host: `${address}:${port}`,
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
          ({ ok }) => ok,
          () => false,
        )
      await until(isUp, { timeout: 300_000, every: 100, what: 'the registry' })
    },
    stop: () => end(),
    async [Symbol.asyncDispose]() {
      await end()
      await keepImages(images)
    },
  }
  await registry.start()
  return registry
}
