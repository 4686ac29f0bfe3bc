import { type Check, checksOf, demand, type Severity } from '#cli/conformance/check.ts'
import { spec } from '#cli/conformance/spec.ts'
import { checkManifest } from '#protocol/manifest/manifest.ts'
import type { Problem } from '#protocol/problem.ts'

const check = checksOf('manifest')

/** A check that certain fields of the manifest have no problem of a kind. */
const without = (
  name: string,
  severity: Severity,
  sentence: string,
  concerns: (problem: Problem) => boolean,
): Check =>
  check(name, severity, sentence, spec.manifest, async ({ manifest }) => {
    const { problems } = checkManifest(manifest, { loopbackProduction: true })
    const found = problems.filter(concerns)
    const because = found.map(({ path, sentence }) => `${path}: ${sentence}`).join(' ')
    demand(
      found.length === 0,
      because,
      'Change the manifest; `berth provider check` tells all of it.',
    )
  })

const errorAt = (path: RegExp) => (problem: Problem) =>
  problem.severity === 'error' && path.test(problem.path)

export const manifestChecks: readonly Check[] = [
  without(
    'id',
    'must',
    'The id has only lower-case letters, digits, underscores and dashes',
    errorAt(/^id$/),
  ),
  without('name', 'must', 'The name is a text that can be shown', errorAt(/^name$/)),
  without(
    'variables',
    'must',
    'The variables begin with the id in upper case',
    errorAt(/^api\.config_vars/),
  ),
  without(
    'secrets',
    'must',
    'Password and salt are texts that stand in no public example',
    errorAt(/^api\.(password|sso_salt)/),
  ),
  without('regions', 'must', `The regions contain 'eu'`, errorAt(/^api\.regions/)),
  without(
    'production',
    'must',
    'The addresses for production are absolute and use HTTPS',
    errorAt(/^api\.production/),
  ),
  without('test', 'must', 'The addresses for tests are absolute', errorAt(/^api\.test/)),
  without(
    'secret-length',
    'should',
    'Password and salt have 35 characters or more, and differ',
    ({ severity, path }) => severity === 'warning' && /^api\.(password|sso_salt)/.test(path),
  ),
  without(
    'variable-names',
    'should',
    'The variables have an underscore after the id, and each is listed once',
    ({ severity, path }) => severity === 'warning' && path.startsWith('api.config_vars'),
  ),
]
