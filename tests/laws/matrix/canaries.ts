import { permissions, type Rule } from '#platform/model/identity/access/permissions.ts'
import { hasRight, type Right } from '#platform/model/identity/access/rights.ts'
import type { Role } from '#platform/model/identity/accounts/organisation.ts'
import type { OrganisationId } from '#platform/model/ids.ts'

/** Secrets of a scene, with the permission at the organisation, or the provider's service, that may read them. */
const secretKinds = {
  variable: { permission: 'operate' },
  exposed: { permission: 'operate' },
  configuration: { permission: 'operate' },
  addonvalue: { permission: 'operate', isKnownToProvider: true },
  logtoken: { isKnownToProvider: true },
  consumersecret: { permission: 'reveal' },
  drainpassword: {},
  repositorytoken: {},
  gatewaykey: {},
  generated: {},
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

/** A caller, as far as it determines which secrets are readable. */
export interface Reader {
  /** Name in failure messages. */
  name: string
  /** Role in the organisation of the scene. */
  role?: Role
  rights: readonly Right[]
  /** Whether it is the service of the scene's provider. */
  isProvider?: boolean
}

interface Planted {
  kind: SecretKind
  organisationId: OrganisationId
}

/** Creates recognisable secret values and finds them in responses. */
export interface Canaries {
  /** A value that no response may contain unless its reader may read it. */
  make(kind: SecretKind, organisationId: OrganisationId): string
  /** Kinds of secrets in a response that its reader may not read. */
  forbiddenIn(text: string, reader: Reader, organisationId: OrganisationId): SecretKind[]
  /** Kinds that an authorised reader has read, so that a matrix without any hit is noticed. */
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

/** Numbers of all canaries in a text, plain or inside Base64 and hexadecimal. */
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
