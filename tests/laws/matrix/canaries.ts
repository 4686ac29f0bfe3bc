import { permissions, type Rule } from '#platform/access/permissions.ts'
import { hasRight, type Right } from '#platform/access/rights.ts'
import type { Role } from '#platform/accounts/organisations/organisation.ts'
import type { OrganisationId } from '#platform/ids.ts'

/** Secrets of a scene that nobody may read, or only with a permission at its organisation, or its provider's service. */
const secretKinds = {
  variable: { permission: 'operate' },
  exposed: { permission: 'operate' },
  configuration: { permission: 'operate' },
  addonvalue: { permission: 'operate', isKnownToProvider: true },
  logtoken: { isKnownToProvider: true },
  consumersecret: { permission: 'reveal' },
  providerpassword: {},
  ssosalt: {},
  tokensecret: {},
  requesttokensecret: {},
  passwordhash: {},
  totpsecret: {},
  backupcode: {},
  sessiondigest: {},
  apitokendigest: {},
  mailedkey: {},
  invitationdigest: {},
} as const satisfies Record<
  string,
  { permission?: keyof typeof permissions; isKnownToProvider?: true }
>

export type SecretKind = keyof typeof secretKinds

/** Who asks, as far as it decides which secrets they may read. */
export interface Reader {
  /** What they are called in a failure. */
  name: string
  /** Their role in the organisation of the scene. */
  role?: Role
  rights: readonly Right[]
  /** The service of the scene's provider. */
  isProvider?: boolean
}

interface Planted {
  kind: SecretKind
  organisationId: OrganisationId
}

/** Makes recognisable secret values, and knows them again wherever they turn up. */
export interface Canaries {
  /** A value that no answer may contain unless its reader may read it. */
  make(kind: SecretKind, organisationId: OrganisationId): string
  /** What of an answer its reader may not read. */
  forbiddenIn(text: string, reader: Reader, organisationId: OrganisationId): SecretKind[]
  /** The kinds that somebody who may has read, so that a matrix which finds nothing is noticed. */
  readonly read: ReadonlySet<SecretKind>
}

const pattern = /canary[a-z]+x(\d{12})/gi

export function createCanaries(): Canaries {
  const planted = new Map<string, Planted>()
  const read = new Set<SecretKind>()
  return {
    read,
    make(kind, organisationId) {
      const number = String(planted.size).padStart(12, '0')
      planted.set(number, { kind, organisationId })
      return `canary${kind}x${number}`
    },
    forbiddenIn(text, reader, organisationId) {
      const found = numbersIn(text).flatMap((number) => planted.get(number) ?? [])
      const isAllowed = ({ kind, ...one }: Planted) =>
        one.organisationId === organisationId && mayRead(kind, reader)
      for (const one of found.filter(isAllowed)) read.add(one.kind)
      return found.filter((one) => !isAllowed(one)).map(({ kind }) => kind)
    },
  }
}

/** The numbers of all canaries in a text, as they are or inside Base64 and hexadecimal digits. */
function numbersIn(text: string): string[] {
  const words = text.match(/[A-Za-z0-9+/_-]{24,}/g) ?? []
  const decoded = words.flatMap((word) => [
    Buffer.from(word, 'base64').toString('latin1'),
    Buffer.from(word, 'hex').toString('latin1'),
  ])
  const all = [text, ...decoded].flatMap((part) => [...part.matchAll(pattern)])
  return [...new Set(all.map(([, number = '']) => number))]
}

function mayRead(kind: SecretKind, { role, rights, isProvider = false }: Reader): boolean {
  const secret: { permission?: keyof typeof permissions; isKnownToProvider?: true } =
    secretKinds[kind]
  if (isProvider) return secret.isKnownToProvider ?? false
  if (!secret.permission || !role) return false
  const rule: Rule = permissions[secret.permission]
  return rule.roles.includes(role) && hasRight(rights, rule.rights)
}
