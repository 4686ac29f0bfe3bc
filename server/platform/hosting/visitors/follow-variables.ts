import { isDeepStrictEqual } from 'node:util'
import { currentVariables } from '#platform/hosting/applications/gather-environment.ts'
import { type RouteContext, rerouteSoon } from '#platform/hosting/deployments/routes.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { credentialsIn, hasCredentials, hashCredentials, previewCredentials } from './basic-auth.ts'

/**
 * Stores the digests of the credentials that the current variables of an application demand of its visitors, those of
 * linked things among them. Returns whether they have changed. Refuses invalid ones, with the change of the variables.
 */
export async function followVariables(
  store: Store,
  application: Application,
  fail: (sentence: string) => never = refuse,
): Promise<boolean> {
  const variables = await withPreviewPassword(store, application)
  const before = (await store.visitorRules.find(application.id))?.basicAuth ?? null
  if (!before && !hasCredentials(variables)) return false
  const after = hashCredentials(credentialsIn(variables, fail), before)
  if (isDeepStrictEqual(after, before)) return false
  await store.visitorRules.setBasicAuth(application.id, after)
  return true
}

/** The password of previews is not one of their variables, so that the code of strangers does not get it. */
async function withPreviewPassword(store: Store, application: Application): Promise<Environment> {
  const variables = await currentVariables({ store }, application)
  if (application.previewOf === null) return variables
  const { password = null } = (await store.previewSettings.find(application.previewOf)) ?? {}
  return password === null ? variables : { ...variables, ...previewCredentials(password) }
}

function refuse(sentence: string): never {
  throw new Refusal('invalid', sentence)
}

/** For a deployment, as linked things may have changed, and for variables that were set before this was followed. */
export async function demandCredentials(
  platform: RouteContext,
  application: Application,
): Promise<void> {
  const isChanged = await platform.store.transaction((inside) =>
    followVariables(inside, application, (sentence) => {
      throw new Failure('recipe', sentence)
    }),
  )
  if (isChanged) await rerouteSoon(platform, application.id)
}
