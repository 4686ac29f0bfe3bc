import type { Environment } from '#platform/applications/environment.ts'
import { Failure } from '#platform/deployments/failure.ts'
import { quote } from '#runtimes/quote.ts'

/** The value of a variable that the platform understands; a blank one counts as unset. */
export function setting(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined
}

/** The same for a variable that has a list of values. */
export function settingAmong<Value extends string>(
  environment: Environment,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const text = setting(environment, name)
  const value = values.find((allowed) => allowed === text)
  if (text === undefined || value !== undefined) return value
  throw new Failure(
    'recipe',
    `${name} is ${quote(text)}, and the values that work are ${listed(values)}.`,
  )
}

const listed = (values: readonly string[]) =>
  values.length < 2
    ? values.join('')
    : `${values.slice(0, -1).join(', ')} and ${values[values.length - 1]}`
