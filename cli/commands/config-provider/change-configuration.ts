import type { AddonAddress } from '#client/addons.ts'
import type { Client } from '#client/client.ts'

/** Changes some variables of a configuration provider and keeps the others, in their order. */
export async function changeConfiguration(
  client: Client,
  address: AddonAddress,
  change: (variables: Map<string, string>) => unknown,
): Promise<void> {
  const now = await client.addons.configuration(address)
  const variables = new Map(now.map(({ name, value }) => [name, value]))
  change(variables)
  await client.addons.configure(address, Object.fromEntries(variables))
}
