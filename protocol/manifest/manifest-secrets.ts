import { type Problem, warning } from '#protocol/problem.ts'

const wanted = 35

/** What is unwise about a secret; the sentences never repeat it. */
export function secretWarnings(path: string, secret: string): Problem[] {
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
