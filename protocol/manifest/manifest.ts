import { boundsProblem } from '#protocol/json-bounds.ts'
import { isObject, kindOf, own } from '#protocol/json-value.ts'
import { error, type Problem, warning } from '#protocol/problem.ts'
import { endpointProblems } from './manifest-endpoints.ts'
import { nameProblems, variableProblems } from './manifest-names.ts'
import { secretProblems } from './manifest-secrets.ts'

/** Where a provider's service answers. */
export interface Endpoints {
  /** Receives orders; a resource is at `{base_url}/{id}`. */
  base_url: string
  /** Receives the form of single sign-on. */
  sso_url: string
  [unknown: string]: unknown
}

/** How a provider describes a provider. Keys that nobody knows are kept. */
export interface Manifest {
  /** Also the user name of every call; never changes after the first push. */
  id: string
  name?: string
  api: {
    /** The variables that a provisioned add-on gives. */
    config_vars: string[]
    password: string
    sso_salt: string
    regions: string[]
    production: Endpoints
    /** Used while the provider is being created. */
    test: Endpoints
    [unknown: string]: unknown
  }
  [unknown: string]: unknown
}

export interface ManifestRules {
  /** Whether production may be plain HTTP on this machine itself; only where the operator allows private targets. */
  loopbackProduction?: boolean
}

export interface CheckedManifest {
  /** Absent when there is an error. */
  manifest?: Manifest
  /** All of them, in the order of the document. */
  problems: Problem[]
}

/** Checks every rule of a manifest, so that its author learns about everything at once. */
export function checkManifest(value: unknown, rules: ManifestRules = {}): CheckedManifest {
  const problems = problemsOf(value, rules)
  return problems.some(({ severity }) => severity === 'error')
    ? { problems }
    : { manifest: withRegions(value as Manifest), problems }
}

const isAbsent = (value: unknown) => value === undefined || value === null

/** Regions that a manifest leaves out are the only ones that there are. */
const withRegions = (manifest: Manifest): Manifest =>
  isAbsent(own(manifest.api, 'regions'))
    ? { ...manifest, api: { ...manifest.api, regions: ['eu'] } }
    : manifest

function problemsOf(value: unknown, { loopbackProduction = false }: ManifestRules): Problem[] {
  if (!isObject(value)) return [error('', `A manifest is an object; this is ${kindOf(value)}.`)]
  const unbounded = boundsProblem(value)
  if (unbounded) return [unbounded]
  const api = own(value, 'api')
  const id = own(value, 'id')
  return [
    ...nameProblems(id, own(value, 'name')),
    ...(isObject(api) ? [] : [error('api', `'api' must be an object; it is ${kindOf(api)}.`)]),
    ...(isObject(api)
      ? [
          ...variableProblems(own(api, 'config_vars'), id),
          ...secretProblems(own(api, 'password'), own(api, 'sso_salt')),
          ...regionProblems(own(api, 'regions')),
          ...endpointProblems('production', own(api, 'production'), loopbackProduction),
          ...endpointProblems('test', own(api, 'test'), true),
        ]
      : []),
  ]
}

function regionProblems(regions: unknown): Problem[] {
  const path = 'api.regions'
  if (isAbsent(regions))
    return [
      warning(
        path,
        `The specification requires a list of regions: without one it is read as ["eu"].`,
      ),
    ]
  if (!Array.isArray(regions) || regions.length === 0)
    return [error(path, `Give a list of regions that contains 'eu'.`)]
  const odd = regions.flatMap((region: unknown, place) =>
    typeof region === 'string' ? [] : [error(`${path}[${place}]`, 'A region is a text.')],
  )
  return regions.includes('eu') ? odd : [...odd, error(path, `The list must contain 'eu'.`)]
}
