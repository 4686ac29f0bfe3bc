import { elementsOf, escapeXml, textOf } from '#kit/xml/flat-xml.ts'
import { GatewayError, type SendToGateway } from './requests.ts'

/** The account of an add-on: one pair of keys, which reaches the buckets that it has made. */
export interface Account {
  keyId: string
  secret: string
  /** Whether it may make buckets. */
  mayMakeBuckets: boolean
}

export interface Accounts {
  /** Makes the account, or gives the one there is this secret and these rights. */
  put(account: Account): Promise<void>
  /** Deletes an account; idempotent. Its buckets stay. */
  remove(keyId: string): Promise<void>
  /** Names of the buckets of all accounts, by key id; asked for again when the last answer is older, in milliseconds. */
  buckets(maxAge?: number): Promise<Map<string, string[]>>
}

export function gatewayAccounts(send: SendToGateway): Accounts {
  let last: { owned: Map<string, string[]>; at: number } | undefined
  const roleOf = ({ mayMakeBuckets }: Account) => (mayMakeBuckets ? 'userplus' : 'user')

  async function make(account: Account): Promise<boolean> {
    const { keyId, secret } = account
    const fields = `<Access>${escapeXml(keyId)}</Access><Secret>${escapeXml(secret)}</Secret>`
    const body = `<Account>${fields}<Role>${roleOf(account)}</Role></Account>`
    try {
      await send('admin', { method: 'PATCH', path: '/create-user', body })
      return true
    } catch (error) {
      if (error instanceof GatewayError && error.status === 409) return false
      throw error
    }
  }

  async function change(account: Account): Promise<boolean> {
    const fields = `<Secret>${escapeXml(account.secret)}</Secret><Role>${roleOf(account)}</Role>`
    try {
      await send('admin', {
        method: 'PATCH',
        path: '/update-user',
        query: { access: account.keyId },
        body: `<MutableProps>${fields}</MutableProps>`,
      })
      return true
    } catch (error) {
      if (error instanceof GatewayError && error.status === 404) return false
      throw error
    }
  }

  async function ask(): Promise<Map<string, string[]>> {
    const told = await send('admin', { method: 'PATCH', path: '/list-buckets' })
    const owned = new Map<string, string[]>()
    for (const entry of elementsOf(told, 'Buckets')) {
      const [name, owner] = [textOf(entry, 'Name'), textOf(entry, 'Owner')]
      if (!name || !owner) continue
      owned.set(owner, [...(owned.get(owner) ?? []), name])
    }
    last = { owned, at: performance.now() }
    return owned
  }

  return {
    async put(account) {
      // Most exist.
      if ((await change(account)) || (await make(account)) || (await change(account))) return
      throw new Error(`the account ${account.keyId} of the object store cannot be made`)
    },
    async remove(keyId) {
      await send('admin', {
        method: 'PATCH',
        path: '/delete-user',
        query: { access: keyId },
      }).catch((error: unknown) => {
        if (!(error instanceof GatewayError && error.status === 404)) throw error
      })
    },
    buckets: async (maxAge = 0) =>
      last && performance.now() - last.at < maxAge ? last.owned : ask(),
  }
}
