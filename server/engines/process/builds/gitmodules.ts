import { withoutTrailingSlashes } from '#kit/net/slashes.ts'

/** The addresses of submodules by the paths of their folders, as `.gitmodules` tells them. */
export function parseGitmodules(text: string): Map<string, string> {
  const sections: Map<string, string>[] = []
  for (const whole of text.split(/\r?\n/)) {
    const line = whole.trim()
    if (line.startsWith('[')) sections.push(new Map())
    const at = line.indexOf('=')
    const key = line.slice(0, Math.max(at, 0)).trim().toLowerCase()
    if (key !== 'path' && key !== 'url') continue
    sections.at(-1)?.set(key, unquoted(line.slice(at + 1).trim()))
  }
  return new Map(
    sections.flatMap((section): [string, string][] => {
      const [path, url] = [section.get('path'), section.get('url')]
      return path === undefined || url === undefined ? [] : [[withoutTrailingSlashes(path), url]]
    }),
  )
}

const unquoted = (value: string) => /^"(.*)"$/.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? value

/** What a fetch from this address speaks to: a host of the network; `undefined` when it is anything else. */
export function hostOfAddress(address: string): string | undefined {
  if (/[\x00-\x20\x7f]/.test(address)) return undefined
  if (URL.canParse(address)) {
    const { protocol, hostname } = new URL(address)
    if (/^(https?|git|ssh):$/.test(protocol)) return hostname || undefined
    if (address.includes('://')) return undefined
  }
  // As ssh has it: user@host:path.
  return /^(?:[\w.-]+@)?([A-Za-z0-9][\w.-]*):(?!\/\/|:)[^\s]+$/.exec(address)?.[1]
}
