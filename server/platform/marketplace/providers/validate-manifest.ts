import { hasBlockedPort } from '#kit/net/blocked-ports.ts'
import { webAddress } from '#kit/net/web-address.ts'
import { isSteering } from '#platform/marketplace/addons/config/addon-variables.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { ProviderClient } from '#platform/model/marketplace/provider-client.ts'
import { checkManifest, type Manifest } from '#protocol/manifest/manifest.ts'
import { error, type Problem, warning } from '#protocol/problem.ts'
import { type Description, readDescription } from './presentation.ts'
import { type Problems, refuseProblems } from './refuse-problems.ts'

export interface ValidManifest {
  manifest: Manifest
  /** Description at its top level. */
  description: Description
  /** Warnings for its author. */
  warnings: Problem[]
}

/** Result of the validation; the manifest is present when there are no errors. */
export interface Inspection {
  manifest: Manifest | undefined
  description: Description
  /** Errors and warnings. */
  problems: Problem[]
}

/** Finds all problems of a manifest, including the platform's own rules. */
export function inspectManifest(
  { providerClient }: Pick<Platform, 'providerClient'>,
  input: unknown,
): Inspection {
  const isLoopbackFine = providerClient.objectionTo('http://127.0.0.1/') === undefined
  const { manifest, problems } = checkManifest(input, { loopbackProduction: isLoopbackFine })
  const top = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
  const { description, problems: others } = readDescription(top as Record<string, unknown>)
  const known = new Set(
    problems.filter(({ severity }) => severity === 'error').map(({ path }) => path),
  )
  const described = Object.entries(others).flatMap(([path, sentence]) =>
    known.has(path) ? [] : [error(path, sentence)],
  )
  const byUs = manifest
    ? [
        ...objectionsTo(providerClient, manifest.api.production.base_url, 'production'),
        ...panelProblems(manifest),
        ...steeringIn(manifest),
        ...objectionsTo(providerClient, manifest.api.test.base_url, 'test'),
      ]
    : []
  const all = [...problems, ...described, ...byUs]
  const isWrong = all.some(({ severity }) => severity === 'error')
  return { manifest: isWrong ? undefined : manifest, description, problems: all }
}

/** Refuses a manifest with all its problems. */
export function validateManifest(
  platform: Pick<Platform, 'providerClient'>,
  input: unknown,
): ValidManifest {
  const { manifest, description, problems } = inspectManifest(platform, input)
  const fields: Problems = Object.create(null)
  for (const { path, sentence, severity } of problems) {
    if (severity === 'error') fields[path] = fields[path] ? `${fields[path]} ${sentence}` : sentence
  }
  refuseProblems('The manifest', fields)
  if (!manifest) throw new TypeError('a manifest without problems was not read')
  return { manifest, description, warnings: problems }
}

/** A forbidden test URL is a warning; a forbidden production URL is an error. */
const objectionsTo = (
  providerClient: ProviderClient,
  url: string,
  name: 'production' | 'test',
): Problem[] => {
  const sentence = providerClient.objectionTo(url)
  const severity = name === 'production' ? 'error' : 'warning'
  return sentence ? [{ path: `api.${name}.base_url`, sentence, severity }] : []
}

/** Browsers are sent there, and its host goes into our Content-Security-Policy header. */
const panelProblems = ({ api }: Manifest): Problem[] =>
  (['production', 'test'] as const).flatMap((name) => {
    const url = webAddress(api[name].sso_url)
    if (url && !hasBlockedPort(url)) return []
    const sentence = url
      ? `Browsers refuse to open port ${url.port}: use another one.`
      : 'This is not an address that a browser can be sent to.'
    return [error(`api.${name}.sso_url`, sentence)]
  })

const steeringIn = ({ api }: Manifest): Problem[] =>
  api.config_vars.flatMap((name, place) =>
    isSteering(name)
      ? [
          warning(
            `api.config_vars[${place}]`,
            `${name} steers builds or programs, so applications do not get it from an add-on.`,
          ),
        ]
      : [],
  )
