import type { Environment } from '#platform/model/hosting/environment.ts'
import { type DockerfileBuild, loginVariables } from '#platform/model/hosting/recipe/recipe.ts'

/** What a build logs in with at the registry of its base images. */
export interface RegistryLogin {
  /** `registry.example:5000` */
  server: string
  user: string
  password: string
}

/** The login that an application asks for; nobody's when it names no registry. */
export function loginOf(
  { login }: DockerfileBuild,
  environment: Environment,
): RegistryLogin | undefined {
  if (login === undefined) return undefined
  const { user, password } = loginVariables
  return { server: login, user: environment[user] ?? '', password: environment[password] ?? '' }
}

/** Registries whose login has another name in the file than in images. */
const namesInFile: Readonly<Record<string, string>> = {
  'index.docker.io': 'docker.io',
  'registry-1.docker.io': 'docker.io',
}

/** The login in the form of containers-auth.json(5). */
export function loginText(login: RegistryLogin | undefined): string {
  if (!login) return '{}\n'
  const { server, user, password } = login
  const auth = Buffer.from(`${user}:${password}`).toString('base64')
  return `${JSON.stringify({ auths: { [namesInFile[server] ?? server]: { auth } } })}\n`
}
