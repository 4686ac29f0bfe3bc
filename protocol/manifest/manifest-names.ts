import { error, type Problem, warning } from '#protocol/problem.ts'

/** Prefixes of built-in providers whose variables are older than the rule. */
const olderPrefixes: Readonly<Record<string, string>> = {
  'fs-bucket': 'BUCKET',
  'redis-addon': 'REDIS',
}

/** Upper-case prefix of a provider's variables. */
export const variablePrefix = (id: string): string =>
  (Object.hasOwn(olderPrefixes, id) && olderPrefixes[id]) || id.toUpperCase().replaceAll('-', '_')

/** Problems of a variable name; its prefix is not checked without a valid id. */
export function variableProblems(
  path: string,
  name: string,
  { id, isTwin }: { id: unknown; isTwin: boolean },
): Problem[] {
  const prefix = typeof id === 'string' ? variablePrefix(id) : ''
  if (!name.startsWith(prefix))
    return [error(path, `'${name}' must begin with '${prefix}', the id in upper case.`)]
  return [
    ...(prefix !== '' && !name.startsWith(`${prefix}_`)
      ? [warning(path, `'${name}' should begin with '${prefix}_'.`)]
      : []),
    ...(/^\d/.test(name) ? [warning(path, 'Shells cannot read a name with a digit first.')] : []),
    ...(isTwin ? [warning(path, `'${name}' is in the list twice.`)] : []),
  ]
}
