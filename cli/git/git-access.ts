import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkout } from '#cli/checkout.ts'
import { gitCredentialsFile, type Profile } from '#cli/profiles/profile.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import { isLoopback } from '#kit/net/loopback.ts'

/** Git settings for pushes to an application over HTTPS without prompts. */
export interface GitAccess {
  url: string
  /** Whether the settings include the platform's own certificate authority. */
  hasAuthority: boolean
  /** Git settings in order; a key may occur twice. */
  settings: readonly (readonly [key: string, value: string])[]
}

export function gitAccess(
  terminal: Pick<Terminal, 'env'>,
  { deployment }: Application,
  profile: Profile,
): GitAccess {
  const url = deployment.httpUrl
  if (!url?.startsWith('https://'))
    throw new Refusal(
      'The platform has no https address for git push.',
      `Push over SSH: ${deployment.url}`,
    )
  return {
    url,
    hasAuthority: profile.ca !== undefined,
    settings: [
      ...authority(url, profile),
      ...direct(url),
      ...credentialHelpers(url, profile, gitCredentialsFile(terminal, profile.name)),
    ],
  }
}

/** Keys of the settings shared by all applications with the same Git host. */
export const settingKeys = (url: string): string[] => [
  fileKey(url),
  folderKey(url),
  proxyKey(url),
  helperKey(url),
]

const fileKey = (url: string) => `http.${new URL(url).origin}/.sslCAInfo`
const folderKey = (url: string) => `http.${new URL(url).origin}/.sslCAPath`
const proxyKey = (url: string) => `http.${new URL(url).origin}/.proxy`
const helperKey = (url: string) => `credential.${new URL(url).origin}.helper`

/** Sets sslCAPath too, because GIT_SSL_CAINFO overrides sslCAInfo. */
const authority = (url: string, { ca }: Profile) =>
  ca ? [[fileKey(url), ca] as const, [folderKey(url), dirname(ca)] as const] : []

/** Disables the proxy for a loopback address, which a proxy cannot reach. */
const direct = (url: string) =>
  isLoopback(new URL(url).hostname) ? [[proxyKey(url), ''] as const] : []

/**
 * An empty value first makes Git drop the helpers of the person, which would store a copy of the secret. Git asks the
 * others in order and tells all of them what was accepted: its own store answers from a file of the profile, without a
 * start of Node, after the CLI has answered once. An API token of the environment is stored nowhere.
 */
const credentialHelpers = (url: string, { name, credentials }: Profile, file: string) => {
  const helpers =
    'apiToken' in credentials
      ? ['', `!${quoted(launcher)} git-credential`]
      : [
          '',
          `store --file ${quoted(file)}`,
          `!${quoted(launcher)} git-credential --profile ${quoted(name)}`,
        ]
  return helpers.map((helper) => [helperKey(url), helper] as const)
}

/** bin/berth (a shell script that finds its Node) in a checkout, bin/berth.js in the package that a platform serves. */
const launcher = ['bin/berth', 'bin/berth.js']
  .map((path) => join(checkout, path))
  .find((path) => existsSync(path)) as string

/** Quotes for the shell that Git runs the helper with. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
