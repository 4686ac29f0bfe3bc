import { existsSync, readFileSync } from 'node:fs'

/** What a unit of systemd says about its process. */
export interface UnitFile {
  /** The words of `ExecStart`. */
  command: string[]
  user: string | undefined
  environmentFile: string | undefined
}

const folders = ['/etc/systemd/system', '/lib/systemd/system']

export function readUnit(name: string): UnitFile {
  const file = folders.map((folder) => `${folder}/${name}.service`).find(existsSync)
  if (!file) throw new Error(`Unit ${name}.service could not be found.`)
  return parseUnit(readFileSync(file, 'utf8'))
}

/** Of a unit only these lines matter here; restarts are what a test asks for. */
export function parseUnit(text: string): UnitFile {
  const directive = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1]?.trim()
  const command = directive('ExecStart')
  if (!command) throw new Error('The unit has no ExecStart.')
  return {
    command: wordsOf(command),
    user: directive('User'),
    environmentFile: directive('EnvironmentFile'),
  }
}

/** Words are separated by spaces, unless they are in double quotes. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** Variables of an `EnvironmentFile`, whose values may be in double quotes. */
export function parseEnvironment(text: string): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const [isVariable, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (isVariable) variables[name] = value.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1')
  }
  return variables
}
