import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { HomeFile } from './recipe.ts'

/** A home file with variables substituted, treated as a secret. */
export interface FilledFile {
  path: string
  content: string
  /** Values to redact from output. */
  secrets: string[]
}

const placeholder = /\{\{([A-Za-z_]\w*)(?::(\w+))?\}\}/g
const maxPathLength = 255

/** Substitutes variables in the template of a home file. */
export function fillHomeFile({ path, template }: HomeFile, variables: Environment): FilledFile {
  mustStayInside(path)
  const secrets: string[] = []
  const addresses = new Set([...template.matchAll(/\{\{(\w+):host\}\}/g)].map(([, name]) => name))
  const lines = withoutSafeHosts(template, variables)
  const content = lines.replace(placeholder, (_, name: string, form?: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value === undefined) {
      throw new Failure('build', `The file ~/${path} of the build needs the variable ${name}.`)
    }
    if (form === 'host') return hostOf(name, value)
    if (form === 'unsafeHost') return new URL(value).hostname
    const text = form === 'base64' ? Buffer.from(value).toString('base64') : value
    if (!addresses.has(name)) secrets.push(value, text)
    return text
  })
  return { path, content, secrets }
}

/** Drops lines about unencrypted hosts when the host uses TLS. */
const withoutSafeHosts = (template: string, variables: Environment): string =>
  template.replace(/^.*\{\{(\w+):unsafeHost\}\}.*\n/gm, (line, name: string) =>
    URL.parse(variables[name] ?? '')?.protocol === 'http:' ? line : '',
  )

/** Whether the template refers to a variable. */
export const speaksOf = ({ template }: HomeFile, name: string): boolean =>
  [...template.matchAll(placeholder)].some(([, spoken]) => spoken === name)

/** Part of the path may be chosen by the owner, such as the name of a key. */
function mustStayInside(path: string): void {
  const names = path.split('/')
  const isWrong = (name: string) => name === '' || name === '.' || name === '..'
  if (names.some(isWrong) || /[\0-\x1f]/.test(path) || path.length > maxPathLength) {
    throw new Failure('build', `${JSON.stringify(path)} cannot be a file of the home folder.`)
  }
}

/** As npm writes it before credentials: `npm.example.org:8080/path`, without trailing slash. */
function hostOf(name: string, value: string): string {
  if (!URL.canParse(value)) {
    throw new Failure('build', `${name} is not an address such as https://npm.example.org/.`)
  }
  const { host, pathname } = new URL(value)
  return `${host}${withoutTrailingSlashes(pathname)}`
}
