import { hasControls, kindOf } from '#protocol/json-value.ts'
import { error, type Problem, warning } from '#protocol/problem.ts'

const maxIdLength = 64
const maxNameLength = 200
const maxVariables = 100

/** Of providers that come with the platform, where applications have known other names for longer than there is a rule. */
const olderPrefixes: Readonly<Record<string, string>> = { 'redis-addon': 'REDIS' }

/** The upper-case beginning that the variables of a provider share. */
export const variablePrefix = (id: string): string =>
  (Object.hasOwn(olderPrefixes, id) && olderPrefixes[id]) || id.toUpperCase().replaceAll('-', '_')

export function nameProblems(id: unknown, name: unknown): Problem[] {
  return [...idProblems(id), ...(name === undefined ? [] : displayProblems(name))]
}

function idProblems(id: unknown): Problem[] {
  if (typeof id !== 'string') return [error('id', `'id' must be a text; it is ${kindOf(id)}.`)]
  if (id.length > maxIdLength)
    return [error('id', `More than ${maxIdLength} characters are too many.`)]
  if (/^[a-z0-9_-]+$/.test(id)) return []
  return [error('id', 'An id has only lower-case letters, digits, underscores and dashes.')]
}

function displayProblems(name: unknown): Problem[] {
  if (typeof name !== 'string')
    return [error('name', `'name' must be a text; it is ${kindOf(name)}.`)]
  if (name.length > maxNameLength)
    return [error('name', `More than ${maxNameLength} characters are too many.`)]
  return hasControls(name) ? [error('name', 'A name has no control characters.')] : []
}

/** What is wrong with the names of the variables; without a usable id their beginning is not judged. */
export function variableProblems(variables: unknown, id: unknown): Problem[] {
  const path = 'api.config_vars'
  if (!Array.isArray(variables) || variables.length === 0)
    return [error(path, 'Give a list with the names of the variables that an add-on has.')]
  if (variables.length > maxVariables)
    return [error(path, `More than ${maxVariables} variables are too many.`)]
  const prefix = typeof id === 'string' ? variablePrefix(id) : ''
  return variables.flatMap((name: unknown, place) => {
    const isTwin = variables.indexOf(name) < place
    return variableProblem(`${path}[${place}]`, name, prefix, isTwin)
  })
}

function variableProblem(path: string, name: unknown, prefix: string, isTwin: boolean): Problem[] {
  if (typeof name !== 'string' || name === '')
    return [error(path, 'The name of a variable is a text that is not empty.')]
  if (name.length > maxNameLength || !/^[A-Z0-9_]+$/.test(name))
    return [error(path, 'A variable has only upper-case letters, digits and underscores.')]
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
