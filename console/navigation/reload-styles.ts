const sleep = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration))

/** A style sheet that could not be loaded is not asked for again by the next import, so that is done here. */
export async function reloadStyles(error: unknown, pause: number): Promise<void> {
  await sleep(pause)
  const [, address] = /^Unable to preload CSS for (\S+)$/.exec((error as Error)?.message) ?? []
  if (!address) return
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  const failed = [...links].find(({ href }) => href === new URL(address, location.href).href)
  if (!failed) return
  const again = failed.cloneNode() as HTMLLinkElement
  await new Promise((resolve) => {
    again.addEventListener('load', resolve)
    again.addEventListener('error', resolve)
    failed.replaceWith(again)
  })
}
