/** An address and what is below it. */
interface AddressEntry {
  path: string
  children?: readonly AddressEntry[]
}

let expressions: readonly RegExp[] = []

/** Tells which addresses have a page; done once, when the router is made. */
export function registerPages(entries: readonly AddressEntry[]): void {
  expressions = patternsOf(entries, '').map(
    (pattern) => new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+')}$`),
  )
}

function patternsOf(entries: readonly AddressEntry[], above: string): string[] {
  return entries.flatMap(({ path, children }) => {
    const full = `${above}/${path}`.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '')
    return children ? patternsOf(children, full) : [full]
  })
}

/** Whether a page is at an address, so that nothing leads nowhere. */
export function hasPage(to: string): boolean {
  const [path = ''] = to.split('?')
  return expressions.some((expression) => expression.test(path))
}
