import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Profile, readProfiles, validProfileName } from '#cli/profiles/profile.ts'
import { Refusal } from '#cli/refusal.ts'
import { openInBrowser } from '#cli/terminal/browser.ts'
import type { Output } from '#cli/terminal/output.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { version } from '#cli/version.ts'
import { ApiError } from '#client/api-error.ts'
import { createClient } from '#client/client.ts'
import type { IssuedAccessToken } from '#client/self.ts'
import { type LoggedIn, verified } from './verified.ts'

interface Asking {
  terminal: Terminal
  output: Output
  options: Record<
    'api' | 'bridge' | 'console' | 'ca' | 'consumer-key' | 'consumer-secret' | 'profile',
    string | undefined
  >
}

const pollEvery = 1_000
const patience = 5 * 60_000

/** Logs in with what the user agrees to on a page of the console. */
export async function browserLogin({ terminal, output, options }: Asking): Promise<LoggedIn> {
  const { profiles, active } = await readProfiles(terminal)
  const named = (one: string | undefined) => profiles.find(({ name }) => name === one)
  const wanted = options.api && originOf(options.api)
  const former = wanted
    ? profiles.find(({ api }) => api === wanted)
    : (named(options.profile) ?? named(active))
  const api = wanted ?? former?.api
  if (!api)
    throw new Refusal(
      'The address of the platform is not known.',
      'Use `berth login --local`, or name it with --api <url>.',
    )
  const consumer = consumerOf(options, terminal.env, former)
  const console = options.console ? originOf(options.console) : (former?.console ?? api)
  const ca = await authority(options.ca ?? former?.ca)

  const cliToken = randomBytes(20).toString('base64url')
  const page = `${console}/cli-oauth?cli_version=${encodeURIComponent(version())}&cli_token=${cliToken}`
  output.tell(`Agree to the login on this page:\n  ${page}`)
  openInBrowser(page, terminal)
  const { token, secret } = await issuedToken(api, ca, cliToken)

  const { git, visitors } = former ?? {}
  return verified(
    {
      name: validProfileName(options.profile ?? former?.name ?? 'default'),
      api,
      ...(options.bridge ? { bridge: originOf(options.bridge) } : {}),
      console,
      ...(git ? { git } : {}),
      ...(visitors ? { visitors } : {}),
      credentials: { ...consumer, token, secret },
    },
    ca,
  )
}

async function issuedToken(
  api: string,
  ca: string | undefined,
  cliToken: string,
): Promise<IssuedAccessToken> {
  const stranger = createClient({ api, ...(ca ? { ca } : {}) })
  const deadline = Date.now() + patience
  while (Date.now() < deadline) {
    try {
      return await stranger.self.issuedAccessToken(cliToken)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
    await wait(pollEvery)
  }
  throw new Refusal('Nobody agreed to the login within five minutes.', 'Try again: `berth login`.')
}

function consumerOf(
  options: Asking['options'],
  env: Terminal['env'],
  former: Profile | undefined,
): { consumerKey: string; consumerSecret: string } {
  const consumerKey = options['consumer-key'] ?? env.BERTH_CONSUMER_KEY
  const consumerSecret = options['consumer-secret'] ?? env.BERTH_CONSUMER_SECRET
  if (consumerKey && consumerSecret) return { consumerKey, consumerSecret }
  if (former && 'consumerKey' in former.credentials) {
    const { consumerKey, consumerSecret } = former.credentials
    return { consumerKey, consumerSecret }
  }
  throw new Refusal(
    'The consumer of the platform for command-line tools is not known.',
    'Its operator has it; give it with --consumer-key and --consumer-secret.',
  )
}

function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Refusal(`'${address}' is not an address such as https://api.example.com.`)
  return url.origin
}

async function authority(path: string | undefined): Promise<string | undefined> {
  return (
    path &&
    (await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(`${path} cannot be read (${error.code}).`)
    }))
  )
}
