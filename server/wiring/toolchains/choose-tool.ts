import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type Catalogue, chooseVersion } from '#runtimes/choose-version.ts'
import { isKnownTool, knownTool } from '#runtimes/known-tools.ts'
import { quote } from '#runtimes/variable.ts'

type NamedTool = Pick<Tool, 'name' | 'version'>

/** The newest release of the catalogue that fits what an operator has asked for, as an application would ask. */
export function chooseTool(
  { name, version: text }: NamedTool,
  catalogue: Catalogue,
  names: readonly string[],
): NamedTool {
  const versions = catalogue.versions(name)
  if (versions.length === 0)
    throw new Refusal(
      'missing',
      `There is no tool ${quote(name)} in the catalogue: it has ${names.join(', ')}.`,
    )
  if (isKnownTool(name)) {
    const request = { text, origin: 'version' }
    return {
      name,
      version: fitting(() => chooseVersion(request, knownTool(name, catalogue), versions)),
    }
  }
  const version = versions.findLast((each) => each === text || /^[.+-]/.test(rest(each, text)))
  if (version) return { name, version }
  throw new Refusal(
    'invalid',
    `There is no ${name} ${quote(text)} in the catalogue: it has ${versions.slice(-shown).join(', ')}.`,
  )
}

/** Newest ones in a sentence. */
const shown = 12

/** What follows a beginning such as `21` in `21.0.9`. */
const rest = (version: string, beginning: string) =>
  beginning !== '' && version.startsWith(beginning) ? version.slice(beginning.length) : ''

function fitting(choose: () => string): string {
  try {
    return choose()
  } catch (error) {
    if (error instanceof Failure) throw new Refusal('invalid', error.message)
    throw error
  }
}
