import { read } from '#kit/schema.ts'
import { boundsProblem } from '#protocol/json-bounds.ts'
import { isObject } from '#protocol/json-value.ts'
import { error, type Problem } from '#protocol/problem.ts'
import { lintManifest } from './lint-manifest.ts'
import { type Endpoints, type Manifest, manifestSchema } from './manifest-schema.ts'

export { type Endpoints, type Manifest, manifestSchema }

export interface ManifestRules {
  /** Whether production may use plain HTTP on loopback; only where the operator allows private targets. */
  loopbackProduction?: boolean
}

export interface CheckedManifest {
  /** Absent when there is an error. */
  manifest?: Manifest
  /** All problems, in document order. */
  problems: Problem[]
}

/** Checks every rule of a manifest and reports all problems at once. */
export function checkManifest(value: unknown, rules: ManifestRules = {}): CheckedManifest {
  const unbounded = isObject(value) ? boundsProblem(value) : undefined
  if (unbounded) return { problems: [unbounded] }
  const { value: manifest, problems: errors = new Map<string, string>() } = read(
    manifestSchema,
    value,
  )
  const { loopbackProduction: plainProduction = false } = rules
  const problems = [
    ...[...errors].map(([path, sentence]) => error(path, sentence)),
    ...lintManifest(value, { errors, plainProduction }),
  ].sort((one, other) => placeOf(one) - placeOf(other))
  const isRefused = problems.some(({ severity }) => severity === 'error')
  return manifest && !isRefused ? { manifest, problems } : { problems }
}

const fields = [
  ...['', 'id', 'name', 'api', 'api.config_vars', 'api.password', 'api.sso_salt', 'api.regions'],
  ...['production', 'test'].flatMap((stage) =>
    ['', '.base_url', '.sso_url'].map((key) => `api.${stage}${key}`),
  ),
  'api.pages',
]

/**
 * Position of a problem in the document: that of its field and, in a list, of the entry; the list itself comes last.
 */
function placeOf({ path }: Problem): number {
  const [, field = '', entry] = /^(.*?)(?:\[(\d+)\])?$/.exec(path) ?? []
  return fields.indexOf(field) + (entry === undefined ? 0.99999 : Number(entry) / 100_000)
}
