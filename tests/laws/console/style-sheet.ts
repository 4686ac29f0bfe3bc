const comment = /\/\*.*?\*\//gs
const firstClass = /\.([a-zA-Z][\w-]*)/

/**
 * Classes that a style sheet defines: those that begin a selector. Others in it are of components inside its own, as in
 * `.first-run .button`; nested rules (`& .button`) belong to the selector around them.
 */
export function readOwnClasses(text: string): Set<string> {
  const own = new Set<string>()
  const open: ('rule' | 'at-rule')[] = []
  for (const [, prelude = '', end] of text.replaceAll(comment, '').matchAll(/([^{};]*)([{};])/g)) {
    if (end === '}') open.pop()
    if (end !== '{') continue
    const isRule = !prelude.trim().startsWith('@')
    if (isRule && !open.includes('rule'))
      for (const selector of prelude.split(/,(?![^(]*\))/)) {
        const [, name] = firstClass.exec(selector) ?? []
        if (name) own.add(name)
      }
    open.push(isRule ? 'rule' : 'at-rule')
  }
  return own
}
