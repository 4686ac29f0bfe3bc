import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { checkout } from '#cli/checkout.ts'
import { validProfileName } from '#cli/profiles/profile.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { AccessCredentials } from '#client/http/node/credentials.ts'
import { type LoggedIn, verified } from './verify-login.ts'

interface ProviderContext {
  terminal: Terminal
  options: { data: string | undefined; profile: string | undefined }
}

/** Of an installed release, unless its settings say otherwise. */
const installedData = '/var/lib/berth'

/** Content of `addresses.json`, which a running platform writes. */
interface Addresses {
  api: string
  bridge: string
  console: string
  git: { https: string }
  visitors: { http: string; https: string }
  ca: string
}

/** Logs in as the first account of a platform on this machine. */
export async function localLogin({ terminal, options }: ProviderContext): Promise<LoggedIn> {
  const folder = dataFolder(terminal, options.data)
  const addresses = await read<Addresses>(join(folder, 'addresses.json'))
  const admin = await read<AccessCredentials>(join(folder, 'admin.json'))
  const ca = await readText(addresses.ca ?? join(folder, 'ca.pem'))
  return verified(
    {
      name: validProfileName(options.profile ?? 'local'),
      api: addresses.api,
      bridge: addresses.bridge,
      console: addresses.console,
      git: addresses.git.https,
      visitors: addresses.visitors,
      credentials: {
        consumerKey: admin.consumerKey,
        consumerSecret: admin.consumerSecret,
        token: admin.token,
        secret: admin.secret,
      },
    },
    ca,
  )
}

function dataFolder({ env, folder }: Terminal, wanted: string | undefined): string {
  const named = wanted ?? env.BERTH_DATA
  if (named) return resolve(folder, named)
  const own = join(checkout, 'data')
  const places = [resolve(folder, 'data'), own, installedData]
  return places.find((place) => existsSync(join(place, 'admin.json'))) ?? own
}

async function read<Content>(path: string): Promise<Content> {
  const text = await readText(path)
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(`${path} is damaged.`)
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new Refusal(
        `No platform has this data folder: ${path} does not exist.`,
        'Start one with `systemctl start berth`, or `npm start` in a checkout, or pass its folder with --data.',
      )
    throw new Refusal(
      `${path} cannot be read (${code}).`,
      'Only the user who started the platform can read it.',
    )
  }
}
