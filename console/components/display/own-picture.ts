/** Address of a picture that the platform keeps; `undefined` for those of others, which the page may not load. */
export function ownPicture(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { pathname } = new URL(url)
  return /^\/avatars\/avatar_[\w-]+$/.test(pathname) ? pathname : undefined
}
