import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { newSecret } from '#kit/text/ids.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { bearerOf, somebody, tokenOf } from '#tests/support/people/people.ts'
import { browserOf, type Scene } from './scene.ts'

/** Headers that must not authenticate, by their defect; all else belongs to the owner and is valid. */
export type Nobodies = Record<string, Record<string, string>>

/** Invalid credentials for the API. */
export async function nobodiesOf(scene: Scene): Promise<Nobodies> {
  const { setup, owner } = scene
  const { platform, account } = setup
  const { consumerKey, consumerSecret } = account
  const { token, secret } = owner
  const right = { consumerKey, consumerSecret, token, secret }
  const signed = (wrong: Partial<typeof right>) => ({
    authorization: plaintextHeader({ ...right, ...wrong }),
  })
  const revoked = await tokenOf(setup, owner.id)
  await platform.store.accessTokens.remove(revoked.token)
  return {
    'no credentials': {},
    // Its browser takes it for the origin of our address, and has no cookie of ours for its name.
    'a page whose name has moved to our address': {
      host: 'evil.test',
      origin: 'http://evil.test',
      'sec-fetch-site': 'same-origin',
      'x-berth-csrf': newSecret(),
    },
    'a bad signature': signed({ secret: newSecret() }),
    'no signature': signed({ consumerSecret: '', secret: '' }),
    'a wrong consumer secret': signed({ consumerSecret: newSecret() }),
    'an unknown consumer': signed({ consumerKey: newSecret() }),
    'an unknown token': signed({ token: newSecret() }),
    'a revoked token': { authorization: revoked.authorization },
    'an expired token': { authorization: await expiredToken(scene) },
    'the token of a deleted account': { authorization: await tokenOfTheDead(scene) },
    'a request token': { authorization: await requestToken(scene) },
    "the owner's browser": { cookie: await browserOf(setup, owner.id) },
    'an API token': { authorization: (await bearerOf(setup, owner.id)).authorization },
  }
}

/** Invalid credentials for the bridge. */
export async function nobodiesOfBridge({ setup, owner }: Scene): Promise<Nobodies> {
  const { platform } = setup
  const revoked = await bearerOf(setup, owner.id)
  await platform.store.apiTokens.remove(owner.id, revoked.id)
  const expired = await bearerOf(setup, owner.id, { expiresAt: platform.clock() - 1 })
  const dead = await somebody(setup)
  const ofTheDead = await bearerOf(setup, dead.id)
  await platform.store.users.remove(dead.id)
  return {
    'no credentials': {},
    'an unknown token': { authorization: `Bearer ${newSecret()}` },
    'the id of a token': { authorization: `Bearer ${(await bearerOf(setup, owner.id)).id}` },
    'an empty token': { authorization: 'Bearer ' },
    'a revoked token': { authorization: revoked.authorization },
    'an expired token': { authorization: expired.authorization },
    'the token of a deleted account': { authorization: ofTheDead.authorization },
    'an access token as bearer': { authorization: `Bearer ${owner.token}` },
    "the owner's browser": { cookie: await browserOf(setup, owner.id) },
  }
}

async function expiredToken({ setup, owner }: Scene): Promise<string> {
  const { consumerKey, consumerSecret } = setup.account
  const [token, secret] = [newSecret(), newSecret()]
  await setup.platform.store.accessTokens.add({
    token,
    secret,
    consumerKey,
    userId: owner.id,
    rights: everyRight,
    createdAt: 1,
    expiresAt: 2,
    lastUsedAt: 1,
  })
  return plaintextHeader({ consumerKey, consumerSecret, token, secret })
}

async function tokenOfTheDead({ setup }: Scene): Promise<string> {
  const { id, authorization } = await somebody(setup)
  await setup.platform.store.users.remove(id)
  return authorization
}

async function requestToken({ setup }: Scene): Promise<string> {
  const { consumerKey, consumerSecret } = setup.account
  const [token, secret] = [newSecret(), newSecret()]
  const now = setup.platform.clock()
  await setup.platform.store.requestTokens.add({
    token,
    secret,
    consumerKey,
    callback: 'oob',
    agreement: null,
    createdAt: now,
    expiresAt: now + 600_000,
  })
  return plaintextHeader({ consumerKey, consumerSecret, token, secret })
}
