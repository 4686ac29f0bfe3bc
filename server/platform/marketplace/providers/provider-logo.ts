import { newId } from '#kit/text/ids.ts'
import { typeOfPicture } from '#platform/identity/accounts/users/avatars.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'

type Context = Pick<Platform, 'store'>

/** Keeps a picture as the logo of a provider; `urlOf` tells the address of a picture by its id. */
export async function putLogo(
  { store }: Context,
  { id: ownerId, presentation }: Provider,
  { content, urlOf }: { content: Buffer; urlOf(id: string): string },
): Promise<string> {
  const type = typeOfPicture(content)
  const id = newId('avatar')
  const logoUrl = urlOf(id)
  await store.transaction(async (inside) => {
    await inside.avatars.put({ id, ownerId, type, content })
    await inside.providers.change(ownerId, { presentation: { ...presentation, logoUrl } })
  })
  return logoUrl
}

/** Removes the logo, whether it was uploaded or is elsewhere. */
export const removeLogo = ({ store }: Context, { id, presentation }: Provider): Promise<void> =>
  store.transaction(async (inside) => {
    await inside.avatars.removeOf(id)
    await inside.providers.change(id, { presentation: { ...presentation, logoUrl: '' } })
  })
