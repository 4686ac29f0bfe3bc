import { isObject, kindOf, own } from '#protocol/json-value.ts'
import { error, type Problem } from '#protocol/problem.ts'
import { addressProblems } from './provider-address.ts'

/** What is wrong with `api.production` or `api.test`. */
export function endpointProblems(
  name: 'production' | 'test',
  endpoints: unknown,
  plainLoopback: boolean,
): Problem[] {
  const path = `api.${name}`
  if (!isObject(endpoints))
    return [error(path, `'${path}' must have base_url and sso_url; it is ${kindOf(endpoints)}.`)]
  const rules = { plainLoopback, isProduction: name === 'production' }
  return [
    ...addressProblems(`${path}.base_url`, own(endpoints, 'base_url'), {
      ...rules,
      takesIds: true,
    }),
    ...addressProblems(`${path}.sso_url`, own(endpoints, 'sso_url'), { ...rules, takesIds: false }),
  ]
}
