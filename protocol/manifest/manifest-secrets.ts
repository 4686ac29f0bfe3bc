import { hasControls, kindOf } from '#protocol/json-value.ts'
import { error, type Problem, warning } from '#protocol/problem.ts'
import { isPublished } from './published-secrets.ts'

const wanted = 35
const longest = 1_000

/** What is wrong with the two secrets of a manifest; the sentences never repeat them. */
export function secretProblems(password: unknown, salt: unknown): Problem[] {
  return [
    ...secretProblem('api.password', password),
    ...secretProblem('api.sso_salt', salt),
    ...(typeof salt === 'string' && salt !== '' && salt === password
      ? [warning('api.sso_salt', 'The salt should not be the password.')]
      : []),
  ]
}

function secretProblem(path: string, secret: unknown): Problem[] {
  if (typeof secret !== 'string' || secret === '')
    return [
      error(
        path,
        `A secret is a random text; this is ${secret === '' ? 'empty' : kindOf(secret)}.`,
      ),
    ]
  if (secret.length > longest)
    return [error(path, `More than ${longest} characters are too many for a secret.`)]
  if (hasControls(secret)) return [error(path, 'A secret has no control characters.')]
  if (isPublished(secret))
    return [error(path, 'This secret stands in public examples. Make one: openssl rand -hex 32')]
  return [
    ...(secret.length < wanted
      ? [
          warning(
            path,
            `${secret.length} characters are few; a random secret has ${wanted} or more.`,
          ),
        ]
      : []),
    ...(/[^\x20-\x7e]/.test(secret)
      ? [warning(path, 'Not every program sends letters beyond ASCII in a password alike.')]
      : []),
  ]
}
