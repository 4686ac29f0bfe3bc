import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builderPaths } from '#engines/process/sandbox/image-builder.ts'

const registries = 'unqualified-search-registries = ["docker.io"]\n'

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

/** Writes the settings of Buildah into a folder of the server. */
export async function writeBuilderSettings(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o755 })
  const files = { ...fixedFiles, 'registries.conf': registries }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content, { mode: 0o644, flag: 'wx' })
  }
}
