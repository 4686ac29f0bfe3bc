import { own } from '#protocol/json-value.ts'
import { type Problem, warning } from '#protocol/problem.ts'
import { pageWarnings } from './addon-pages.ts'
import { variableProblems } from './manifest-names.ts'
import { addressProblems } from './provider-address.ts'

/** Checks of a manifest beyond its schema: relations between fields, bad practices, and addresses. */
export function lintManifest(
  value: unknown,
  { errors, plainProduction }: { errors: ReadonlyMap<string, string>; plainProduction: boolean },
): Problem[] {
  const api = own(value, 'api')
  if (errors.has('') || errors.has('api')) return []
  /** Text at a path, if the schema accepts it. */
  const textAt = (path: string, given: unknown) =>
    typeof given === 'string' && !errors.has(path) ? given : undefined

  const secrets = ['password', 'sso_salt'].flatMap((key) => {
    const path = `api.${key}`
    const secret = textAt(path, own(api, key))
    return secret === undefined ? [] : secretWarnings(path, secret)
  })
  const addresses = (['production', 'test'] as const).flatMap((stage) =>
    (['base_url', 'sso_url'] as const).flatMap((key) => {
      const path = `api.${stage}.${key}`
      const address = textAt(path, own(own(api, stage), key))
      if (address === undefined) return []
      const isProduction = stage === 'production'
      const plainLoopback = !isProduction || plainProduction
      return addressProblems(path, address, {
        isProduction,
        plainLoopback,
        takesIds: key === 'base_url',
      })
    }),
  )
  return [
    ...lintVariables(own(api, 'config_vars'), own(value, 'id'), textAt),
    ...secrets,
    ...saltWarnings(own(api, 'password'), own(api, 'sso_salt')),
    ...addresses,
    ...pageWarnings(own(api, 'pages')),
  ]
}

function lintVariables(
  names: unknown,
  id: unknown,
  textAt: (path: string, given: unknown) => string | undefined,
): Problem[] {
  const path = 'api.config_vars'
  if (!Array.isArray(names)) return []
  const seen = new Set<unknown>()
  return names.flatMap((given: unknown, place) => {
    const isTwin = seen.has(given)
    seen.add(given)
    const name = textAt(`${path}[${place}]`, given)
    return name === undefined ? [] : variableProblems(`${path}[${place}]`, name, { id, isTwin })
  })
}

const saltWarnings = (password: unknown, salt: unknown): Problem[] =>
  typeof salt === 'string' && salt !== '' && salt === password
    ? [warning('api.sso_salt', 'The salt should not be the password.')]
    : []

const recommendedLength = 35

/** Weaknesses of a secret; messages never contain it. */
function secretWarnings(path: string, secret: string): Problem[] {
  return [
    ...(secret.length < recommendedLength
      ? [
          warning(
            path,
            `${secret.length} characters are few; a random secret has ${recommendedLength} or more.`,
          ),
        ]
      : []),
    ...(/[^\x20-\x7e]/.test(secret)
      ? [warning(path, 'Not every program sends letters beyond ASCII in a password alike.')]
      : []),
  ]
}
