import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'
import type { ComposerFiles } from './composer-files.ts'
import { fittingPhp, isFitting } from './fitting-php.ts'

export interface PhpChoice {
  /** `8.4`: the versions of a line are those of a Debian suite, which only mends it. */
  version: string
  note: string
}

/** The newest PHP that fits what the owner asks for: the variable, then `mise.toml`, then the files of Composer. */
export function choosePhp(
  { environment, given }: Pick<PlanOrder, 'environment' | 'given'>,
  { own, locked }: Pick<ComposerFiles, 'own' | 'locked'>,
  catalogue: Pick<Catalogue, 'versions'>,
): PhpChoice {
  const lines = catalogue.versions('php')
  const newest = lines.at(-1)
  if (!newest) throw new Failure('recipe', 'This platform has no PHP: ask its operator.')
  const variable = setting(environment, 'CC_PHP_VERSION')
  if (variable) {
    const origin = 'CC_PHP_VERSION'
    return chosen(fittingPhp({ text: variable, origin }, lines), origin)
  }
  const mise = given.get('php')
  if (mise) return chosen(mise, 'mise.toml')
  const wanted = own.find(({ name }) => name === 'php')
  const origin = 'the php requirement of composer.json'
  const fitting = wanted ? lines.filter((line) => isFitting(line, wanted.constraint)) : [...lines]
  if (wanted && fitting.length === 0) fittingPhp({ text: wanted.constraint, origin }, lines)
  const best = fitting.at(-1) ?? newest
  const others = locked.filter(({ name }) => name === 'php')
  const forAll = fitting.findLast((line) =>
    others.every(({ constraint }) => isFitting(line, constraint)),
  )
  const hindering = others.find(({ constraint }) => !isFitting(best, constraint))
  if (forAll && forAll !== best && hindering) {
    return chosen(
      forAll,
      `${quote(hindering.origin)} in composer.lock asks for ${quote(hindering.constraint)}`,
    )
  }
  return chosen(best, wanted ? origin : 'the newest')
}

const chosen = (version: string, why: string): PhpChoice => ({
  version,
  note: `PHP ${version} (${why})`,
})
