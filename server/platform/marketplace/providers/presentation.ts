import { webAddress } from '#kit/net/web-address.ts'
import { validateEmail } from '#platform/identity/accounts/email/email-address.ts'
import type {
  Presentation,
  Provider,
  ProviderChange,
} from '#platform/model/marketplace/provider.ts'
import { lineProblem, nameProblem, noProblems, type Problems } from './refuse-problems.ts'

export const emptyPresentation: Presentation = {
  name: '',
  website: '',
  supportEmail: '',
  googlePlusName: '',
  twitterName: '',
  analyticsId: '',
  shortDesc: '',
  longDesc: '',
  logoUrl: '',
}

/** Catalogue description of a provider, sent beside its manifest or at its top level. */
export interface Description {
  presentation: Partial<Presentation>
  switches: Pick<ProviderChange, 'openInNewTab' | 'canUpgrade' | 'timestampUnit'>
}

/** Parses a description; absent or null fields stay as they are. */
export function readDescription(input: Readonly<Record<string, unknown>>): {
  description: Description
  problems: Problems
} {
  const problems = noProblems()
  const given = (name: string) =>
    Object.hasOwn(input, name) && input[name] !== null && input[name] !== undefined
  const presentation: Partial<Presentation> = {}
  for (const name of Object.keys(emptyPresentation) as (keyof Presentation)[]) {
    if (!given(name)) continue
    const problem = problemOf(name, input[name])
    if (problem) problems[name] = problem
    else presentation[name] = String(input[name]).trim()
  }
  const switches: Description['switches'] = {}
  for (const name of ['openInNewTab', 'canUpgrade'] as const) {
    if (!given(name)) continue
    if (typeof input[name] === 'boolean') switches[name] = input[name]
    else problems[name] = 'This must be true or false.'
  }
  if (given('ssoTimestampUnit')) {
    const unit = input.ssoTimestampUnit
    if (unit === 'seconds' || unit === 'milliseconds') switches.timestampUnit = unit
    else problems.ssoTimestampUnit = 'This must be seconds or milliseconds.'
  }
  return { description: { presentation, switches }, problems }
}

/** Changes to a provider from a description. */
export const changeOf = (
  { presentation }: Pick<Provider, 'presentation'>,
  description: Description,
): ProviderChange => ({
  presentation: { ...presentation, ...description.presentation },
  ...description.switches,
})

function problemOf(name: keyof Presentation, value: unknown): string | undefined {
  switch (name) {
    case 'name':
      return nameProblem(value, 200)
    case 'website':
    case 'logoUrl':
      return value === '' || (typeof value === 'string' && webAddress(value))
        ? undefined
        : 'This must be an http or https URL.'
    case 'supportEmail':
      return value === '' || isEmail(value) ? undefined : 'This must be an e-mail address.'
    case 'shortDesc':
      return lineProblem(value, 500)
    case 'longDesc':
      return lineProblem(
        typeof value === 'string' ? value.replace(/[\r\n\t]/g, ' ') : value,
        20_000,
      )
    default:
      return lineProblem(value, 200)
  }
}

function isEmail(value: unknown): boolean {
  try {
    return typeof value === 'string' && validateEmail(value) !== ''
  } catch {
    return false
  }
}
