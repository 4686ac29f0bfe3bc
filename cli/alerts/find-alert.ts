import { Refusal } from '#cli/refusal.ts'
import { chooseOwner, ownersOf } from '#cli/resolve/owner.ts'
import type { Client } from '#client/client.ts'
import type { Alert } from '#client/resources/alerts.ts'

/** An alert by its id, of --org or of any owner of the user. */
export async function findAlert(
  client: Client,
  org: string | undefined,
  id: string,
): Promise<Alert> {
  const summary = await client.summary.get()
  const owners = org === undefined ? ownersOf(summary) : [chooseOwner(summary, org)]
  for (const owner of owners) {
    // An owner whose applications the user may not see has none for them.
    const alerts = await client.alerts.list(owner.id).catch(() => [])
    const alert = alerts.find((one) => one.id === id)
    if (alert) return alert
  }
  throw new Refusal(`You have no alert '${id}'.`)
}
