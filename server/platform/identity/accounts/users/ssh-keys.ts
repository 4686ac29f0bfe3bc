import { parsePublicKey, publicKeyFingerprint } from '#kit/crypto/ssh-keys.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxNameLength = 100
const maxKeys = 100

/** Adds a public key in authorized_keys format, or replaces the one of that name. */
export async function addSshKey(
  { store }: Pick<Platform, 'store'>,
  userId: UserId,
  name: string,
  text: string,
): Promise<void> {
  if (name.length > maxNameLength || /[\u0000-\u001f\u007f]/.test(name)) {
    throw new Refusal(
      'invalid',
      `A key's name has at most ${maxNameLength} characters, none of them a control character.`,
    )
  }
  const key = parsePublicKey(text)
  if (!key) {
    throw new Refusal(
      'invalid',
      'Not a public SSH key: use the content of a file such as id_ed25519.pub.',
      {
        reason: 'ssh-key-invalid',
      },
    )
  }
  const { fingerprint } = key
  await store.transaction(async ({ sshKeys }) => {
    const known = await sshKeys.findByFingerprint(fingerprint)
    if (known && (known.userId !== userId || known.name !== name)) {
      throw new Refusal('conflict', 'This key is already registered.')
    }
    const names = (await sshKeys.list(userId)).map((other) => other.name)
    if (names.length >= maxKeys && !names.includes(name)) {
      throw new Refusal('conflict', `You already have ${maxKeys} keys. Remove one first.`)
    }
    await sshKeys.put({ userId, name, line: text.trim(), fingerprint })
  })
}

export async function removeSshKey(
  { store }: Pick<Platform, 'store'>,
  userId: UserId,
  name: string,
): Promise<void> {
  if (await store.sshKeys.remove(userId, name)) return
  throw new Refusal('missing', `You have no key ${JSON.stringify(name)}.`)
}

/** The caller of a public key, given in SSH wire format. */
export async function callerBySshKey(
  { store }: Pick<Platform, 'store'>,
  publicKey: Buffer,
): Promise<Caller | undefined> {
  const fingerprint = publicKeyFingerprint(publicKey)
  const key = await store.sshKeys.findByFingerprint(fingerprint)
  if (!key) return undefined
  const { userId } = key
  return { userId, credential: 'ssh key', credentialId: fingerprint, rights: everyRight }
}
