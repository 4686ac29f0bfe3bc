import { setting } from '#runtimes/setting.ts'
import type { Project } from './project.ts'

/** What the owner should change although the application can be built as it is. */
export async function sourceWarnings(project: Project): Promise<string[]> {
  return [...nodeEnvironment(project), ...(await nodeModules(project))]
}

function nodeEnvironment({ environment }: Project): string[] {
  if (setting(environment, 'NODE_ENV')) return []
  return ['NODE_ENV is not set: set it to production to run in production mode.']
}

async function nodeModules({ source, repository, names }: Project): Promise<string[]> {
  if (names.has('node_modules/')) {
    return [
      'node_modules is part of the repository: remove it and list /node_modules in .gitignore.',
    ]
  }
  const texts = [await source.read('.gitignore'), await repository?.read('.gitignore')]
  const ignored = texts.flatMap((text) => text?.split('\n') ?? [])
  if (ignored.some((line) => /^(\/|\*\*\/)?node_modules\/?\s*$/.test(line))) return []
  return ['/node_modules is not listed in .gitignore.']
}
