/** What somebody logs in with, as words for people; empty where it is not known. */
export interface ClientProgram {
  browser: string
  system: string
}

/** In this order: browsers name those that they want to be taken for as well. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bEdgiOS\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bVivaldi\/(\d+)/, 'Vivaldi'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\bHeadlessChrome\/(\d+)/, 'Chrome without windows'],
  [/\b(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
  [/^curl\/(\d+)/, 'curl'],
]

const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Everything that comes out is a word of ours and a number: the header is whatever somebody sends. */
export function programOf({ headers }: Request): ClientProgram {
  const agent = (headers.get('user-agent') ?? '').slice(0, 512)
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(agent)?.[1]?.slice(0, 4)
    if (version) return { browser: `${name} ${version}`, system: systemOf(agent) }
  }
  return { browser: '', system: systemOf(agent) }
}

const systemOf = (agent: string): string =>
  systems.find(([pattern]) => pattern.test(agent))?.[1] ?? ''
