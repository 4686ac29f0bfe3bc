import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { architectures } from './architectures.ts'
import { makeArtifacts } from './make-artifacts.ts'

const usage = `Makes what people install, in dist/: Debian packages, archives, container images and the command-line tool.

  npm run package
  npm run package -- --arch amd64   only for this processor, by Debian's name
  npm run package -- --out FOLDER   elsewhere
  npm run package -- --level 0      compressed less, in a fraction of the time, to try something
  npm run package -- --without image   no container images, which need mmdebstrap
`

const { values } = parseArgs({
  options: {
    arch: { type: 'string', multiple: true },
    out: { type: 'string', default: 'dist' },
    level: { type: 'string' },
    without: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean' },
  },
})
const only = architectures.filter(({ debian }) => values.arch?.includes(debian) ?? true)
const isUnknown = values.without.some((what) => what !== 'image')
if (values.help || isUnknown || only.length === 0) {
  process.stdout.write(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const begin = performance.now()
  // Folders that are made on the way are as open as those of any package.
  process.umask(0o022)
  await makeArtifacts({
    checkout: resolve(import.meta.dirname, '..'),
    folder: resolve(values.out),
    only,
    hasImages: !values.without.includes('image'),
    ...(values.level !== undefined && { level: Number(values.level) }),
    say: (line) => console.log(line),
  })
  console.log(`Packaged in ${((performance.now() - begin) / 1000).toFixed(0)} s.`)
}
