import { requireCurrentProof } from '#platform/identity/access/login/login-proof.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { passOnQuotaAccount } from '#platform/identity/quotas.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

/** Deletes an account with everything it owns; audit entries remain. */
export async function deleteAccount(
  platform: Pick<Platform, 'store' | 'clock' | 'mailWorker' | 'firstLogin' | 'buyers'>,
  user: User,
  from: string,
): Promise<void> {
  const addresses = await platform.store.transaction(async (store) => {
    await requireCurrentProof(store, { user, isSecondFactorPassed: true })
    await refuseOwner(store, user)
    const all = await store.emails.listOf(user.id)
    await platform.buyers.remember(store, user.id)
    await store.spendingAlerts.replace(user.id, [])
    await store.webhooks.removeOf(user.id)
    await store.emailHooks.removeOf(user.id)
    await store.alertRules.removeOf(user.id)
    await store.certificates.removeOf(user.id)
    await store.networkGroups.removeOf(user.id)
    await store.shellBans.lift(user.id)
    await store.certificateOrders.removeOf(user.id)
    await store.avatars.removeOf(user.id)
    const organisations = await store.organisations.listOfQuotaAccount(user.id)
    await store.users.remove(user.id)
    for (const id of organisations) await passOnQuotaAccount(store, id)
    return all
  })
  for (const address of addresses) await platform.firstLogin.forgetPassword(address)
  await post(platform, 'account-deleted', user.email, { from })
}

const maxNamed = 20

/** Refuses while deletion would leave things without an owner, and lists them. */
async function refuseOwner(store: Store, { id }: User): Promise<void> {
  const applications = await store.applications.listOf(id)
  const addons = await store.addons.listOf(id)
  const providers = await store.providers.listOf(id)
  const consumers = await store.consumers.listOf(id)
  const organisations = await listGovernedAlone(store, id)
  const left = [
    ...applications.map(({ name, id }) => `the application ${name} (${id})`),
    ...addons.map(({ name, id }) => `the add-on ${name} (${id})`),
    ...providers.map(({ id }) => `the add-on provider ${id}`),
    ...consumers.map(({ name, key }) => `the OAuth consumer ${name} (${key})`),
    ...organisations.map(({ name, id }) => `the organisation ${name} (${id})`),
  ]
  if (left.length === 0) return
  const named = left.slice(0, maxNamed).join(', ')
  const others = left.length > maxNamed ? `, and ${left.length - maxNamed} more` : ''
  throw new Refusal('conflict', `The account still owns ${named}${others}.`, {
    hint: 'Delete these or make someone else an administrator first.',
  })
}

async function listGovernedAlone(store: Store, userId: UserId) {
  const governed = (await store.organisations.listOf(userId)).filter(({ role }) => role === 'ADMIN')
  const alone = await Promise.all(
    governed.map(async ({ organisation }) => {
      const members = await store.members.listOf(organisation.id)
      const others = members.filter(({ member }) => member.userId !== userId)
      return others.some(({ member }) => member.role === 'ADMIN') ? [] : [organisation]
    }),
  )
  return alone.flat()
}
