import { readFile } from 'node:fs/promises'
import { get as plainGet } from 'node:http'
import { get as secureGet } from 'node:https'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import type { Settings } from '#settings/settings.ts'
import { localApiUrl } from '#wiring/addresses.ts'
import { InstallationError } from './installation-error.ts'
import type { Service } from './server-control.ts'

const startTimeout = 300_000
const requestTimeout = 10_000

/** Returns once the started server can take a push; throws when it has failed, or has taken too long. */
export async function awaitHealth(settings: Settings, service: Service): Promise<void> {
  const isReady = async () => {
    const problem = await service.failure()
    if (problem !== undefined) throw new InstallationError(`the server has ended: ${problem}`)
    return isHealthy(settings)
  }
  await until(isReady, {
    timeout: startTimeout,
    every: 100,
    upTo: 1000,
    what: 'the start of the new version',
  })
}

async function isHealthy(settings: Settings): Promise<boolean> {
  const { data } = settings
  const read = (name: string) => readFile(join(data, name), 'utf8')
  try {
    const { api } = JSON.parse(await read('addresses.json'))
    const port = settings.apiPort || Number(new URL(api).port)
    const url = `${localApiUrl(settings, port)}/health`
    const options = { ca: await read('ca.pem'), timeout: requestTimeout }
    return await new Promise((resolve) => {
      const get = url.startsWith('https:') ? secureGet : plainGet
      const request = get(url, options, (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      })
      request.on('timeout', () => request.destroy())
      request.on('error', () => resolve(false))
    })
  } catch {
    // It is not up yet.
    return false
  }
}
