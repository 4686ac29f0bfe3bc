import { error, type Problem, warning } from '#protocol/problem.ts'

/** Of providers that come with the platform, where applications have known other names for longer than there is a rule. */
const olderPrefixes: Readonly<Record<string, string>> = { 'redis-addon': 'REDIS' }

/** The upper-case beginning that the variables of a provider share. */
export const variablePrefix = (id: string): string =>
  (Object.hasOwn(olderPrefixes, id) && olderPrefixes[id]) || id.toUpperCase().replaceAll('-', '_')

/** What is wrong or unwise about the name of a variable; without a usable id its beginning is not judged. */
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
