import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builderPaths } from '#engines/process/sandbox/image-builder.ts'
import { giveTree } from '#kit/tenant-files/trees.ts'
import { loginText, type RegistryLogin } from './registry-login.ts'

/** Name of the file with the login at a registry. */
export const loginFile = 'auth.json'

const fixedFiles = {
  'storage.conf': `[storage]
driver = "overlay"
graphroot = "${builderPaths.storage}/images"
runroot = "${builderPaths.home}/run"
`,
  'policy.json': '{ "default": [{ "type": "insecureAcceptAnything" }] }\n',
  passwd: `root:x:0:0:root:${builderPaths.home}:/bin/sh\n`,
  group: 'root:x:0:\n',
}

export interface BuilderSettings {
  registries: string
  login: RegistryLogin | undefined
  /** Who reads them. */
  user: number | undefined
}

/** Writes the settings of Buildah into a folder of the server. */
export async function writeBuilderSettings(
  folder: string,
  { registries, login, user }: BuilderSettings,
): Promise<void> {
  await mkdir(folder, { mode: 0o755 })
  const files = { ...fixedFiles, 'registries.conf': registries }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content, { mode: 0o644, flag: 'wx' })
  }
  const secret = join(folder, loginFile)
  await writeFile(secret, loginText(login), { mode: 0o400, flag: 'wx' })
  await giveTree(user, folder)
}
