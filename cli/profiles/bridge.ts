import { Refusal } from '#cli/refusal.ts'
import { type BridgeClient, createBridgeClient } from '#client/http/node/bridge-client.ts'
import type { ProfileChoice } from './chosen-profile.ts'
import { requireTls } from './require-tls.ts'
import { openSession, type Session } from './session.ts'

/** A session with the address of its bridge. */
export interface BridgeSession extends Session {
  /** Address of the bridge. */
  address: string
  bridge: BridgeClient
}

export async function openBridge(choice: ProfileChoice): Promise<BridgeSession> {
  const session = await openSession(choice)
  const { profile, ca } = session
  const address = addressOf(session)
  requireTls(address, 'this')
  const { credentials } = profile
  const bridge = createBridgeClient({ api: address, credentials, ...(ca ? { ca } : {}) })
  return { ...session, address, bridge }
}

function addressOf({ profile }: Session): string {
  const address = 'apiToken' in profile.credentials ? profile.api : profile.bridge
  if (address) return address
  throw new Refusal(
    `The profile '${profile.name}' has no bridge address.`,
    'Log in again: `berth login --local`, or `berth login --bridge <url>`.',
  )
}
