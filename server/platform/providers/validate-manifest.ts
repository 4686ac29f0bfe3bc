import { webAddress } from '#kit/web-address.ts'
import { isSteering } from '#platform/addons/given-variables.ts'
import type { Partners } from '#platform/partners/partners.ts'
import type { Platform } from '#platform/platform.ts'
import { checkManifest, type Manifest } from '#protocol/manifest.ts'
import { error, type Problem, warning } from '#protocol/problem.ts'
import { type Description, readDescription } from './presentation.ts'
import { type Problems, refuseProblems } from './refuse-problems.ts'

export interface ValidManifest {
  manifest: Manifest
  /** What it says about the provider at its top. */
  description: Description
  /** What its author should know all the same. */
  warnings: Problem[]
}

/** Refuses a manifest with everything that is wrong with it, by the platform's own rules too. */
export function validateManifest(
  { partners }: Pick<Platform, 'partners'>,
  input: unknown,
): ValidManifest {
  const isLoopbackFine = partners.objectionTo('http://127.0.0.1/') === undefined
  const { manifest, problems } = checkManifest(input, { loopbackProduction: isLoopbackFine })
  const fields: Problems = Object.create(null)
  const add = ({ path, sentence }: Problem) => {
    fields[path] = fields[path] ? `${fields[path]} ${sentence}` : sentence
  }
  problems.filter(({ severity }) => severity === 'error').forEach(add)
  const top = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
  const { description, problems: others } = readDescription(top as Record<string, unknown>)
  for (const [path, sentence] of Object.entries(others)) {
    if (!(path in fields)) add({ path, sentence, severity: 'error' })
  }
  if (manifest) objectionsTo(partners, manifest.api.production.base_url, 'production').forEach(add)
  if (manifest) panelProblems(manifest).forEach(add)
  refuseProblems('The manifest', fields)
  if (!manifest) throw new TypeError('a manifest without problems was not read')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  return {
    ...{ manifest, description },
    warnings: [
      ...warnings,
      ...steeringIn(manifest),
      ...objectionsTo(partners, manifest.api.test.base_url, 'test'),
    ],
  }
}

/** A test address that we would not call is only of no use; one that customers depend on is wrong. */
const objectionsTo = (partners: Partners, url: string, name: 'production' | 'test'): Problem[] => {
  const sentence = partners.objectionTo(url)
  const severity = name === 'production' ? 'error' : 'warning'
  return sentence ? [{ path: `api.${name}.base_url`, sentence, severity }] : []
}

/** Browsers are sent there, with its host in a header of ours. */
const panelProblems = ({ api }: Manifest): Problem[] =>
  (['production', 'test'] as const).flatMap((name) =>
    webAddress(api[name].sso_url)
      ? []
      : [error(`api.${name}.sso_url`, 'This is not an address that a browser can be sent to.')],
  )

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
