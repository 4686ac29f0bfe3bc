import { type Permit, providerPermits } from './provider-file-permits.ts'
import { isTest, isTypeScript, type SourceFile } from './source-tree.ts'

/** Folders whose code runs as root near files of tenants. */
const watched = [
  'server/engines/process/',
  'server/git/',
  'kit/control-groups/',
  'kit/mounts/',
  'providers/',
]

/**
 * Functions that change files by path. `open` and `opendir` are not listed: `kit/tenant-files` covers files that a
 * tenant wrote.
 */
const changing = new Set(
  [
    ...[
      'appendFile',
      'chmod',
      'chown',
      'copyFile',
      'cp',
      'createWriteStream',
      'lchmod',
      'lchown',
      'link',
    ],
    ...[
      'lutimes',
      'mkdir',
      'mkdtemp',
      'rename',
      'rm',
      'rmdir',
      'symlink',
      'truncate',
      'unlink',
      'utimes',
    ],
    ...['writeFile'],
  ].flatMap((name) => [name, `${name}Sync`]),
)

/** Programs that change files by path. */
const programs = /\[\s*'(chgrp|chmod|chown|cp|dd|install|ln|mv|rm|rsync|tar|truncate)'/g

const inOwnFolder = 'its folder is made by us and belongs to us'

/** Files that may change files by path, and the functions they use. */
export const permits: Record<string, Permit> = {
  ...providerPermits,
  'server/engines/process/builds/dependencies/archives.ts': {
    uses: ['link', 'mkdir', 'utimes'],
    because: 'a cache that is not given away yet, and the folder of archives, which is ours',
  },
  'server/engines/process/builds/artifacts.ts': {
    uses: ['mkdir', 'rename', 'writeFile'],
    because:
      'entries of the folders of a build and of artifacts, which are ours; what is moved is not entered',
  },
  'server/engines/process/builds/dependencies/dependency-trees.ts': {
    uses: ['mkdir', 'rename', 'utimes', 'writeFile'],
    because: 'the room of an installation before it is given away, and the folders of trees',
  },
  'server/engines/process/builds/discard.ts': { uses: ['rm'], because: inOwnFolder },
  'server/engines/process/builds/home-files.ts': {
    uses: ['mkdir', 'writeFile'],
    because: 'a home that is not given away yet',
  },
  'server/engines/process/builds/dependencies/outside-files.ts': {
    uses: ['rename'],
    because: 'the room of an installation is moved whole between folders that are ours',
  },
  'server/engines/process/builds/dependencies/install-cache.ts': {
    uses: ['mkdir', 'utimes'],
    because: 'a cache that is not given away yet, and the folder of downloads',
  },
  'server/engines/process/builds/copies/copy-artifact.ts': {
    uses: ['chmod', 'mkdir', 'rename', 'rmdir', 'utimes'],
    because: 'the folders around copies, which are ours; what is copied is not entered',
  },
  'server/engines/process/builds/dependencies/own/installation-store.ts': {
    uses: ['chmod', 'mkdir', 'rename', 'utimes', 'writeFile'],
    because: 'the folders around a layer, which are ours; what is moved is not entered',
  },
  'server/engines/process/builds/build-caches.ts': {
    uses: ['mkdir', 'rename', 'utimes', 'writeFile'],
    because: 'the folders around copies, which are ours; what is moved is not entered',
  },
  'server/engines/process/builds/kept-files.ts': {
    uses: ['chmod', 'mkdir', 'rename'],
    because: 'a folder that is not given away yet; what is moved into it is not entered',
  },
  'server/engines/process/builds/dependencies/named-archives.ts': {
    uses: ['mkdir', 'rm'],
    because: 'the folder of downloads, into which only checked copies get',
  },
  'server/engines/process/builds/build-sandbox.ts': {
    uses: ['mkdir', 'utimes', 'writeFile'],
    because: 'entries of the folder of a build, which is ours',
  },
  'server/engines/process/builds/image/build-image.ts': {
    uses: ['mkdir', 'rename'],
    because: 'entries of the folder of a build, which is ours',
  },
  'server/engines/process/builds/image/builder-settings.ts': {
    uses: ['mkdir', 'writeFile'],
    because: 'a folder of ours beside what the build can write',
  },
  'server/engines/process/compiled/compile-npm.ts': {
    uses: ['mkdir', 'rename', 'writeFile'],
    because: 'entries of a folder of ours, and rooms before they are given away',
  },
  'server/engines/process/compiled/compiled-tools.ts': { uses: ['utimes'], because: inOwnFolder },
  'server/engines/process/sandbox/overlay.ts': {
    uses: ['mkdir', 'rm'],
    because: 'the work folder of an overlay, which nobody but root may enter',
  },
  'server/engines/process/sandbox/spawn-confined.ts': {
    uses: ['unlink', 'writeFile'],
    because: 'entries of the folder of a build or an instance, which is ours',
  },
  'server/engines/process/sandbox/waiting-launcher.ts': {
    uses: ['unlink'],
    because: 'an entry of the folder of an instance, which is ours',
  },
  'server/engines/process/sandbox/etc-files.ts': {
    uses: ['mkdir', 'rename', 'writeFile'],
    because:
      'the files of /etc, which sandboxes see read-only, and an entry of the folder of a build or an instance, which is ours',
  },
  'server/engines/process/sandbox/try-overlay.ts': {
    uses: ['mkdir', 'mkdtemp', 'mv', 'rm', 'writeFile'],
    because: 'a trial without any tenant',
  },
  'server/engines/process/folders.ts': { uses: ['mkdir'], because: inOwnFolder },
  'server/engines/process/instances/instance-folder.ts': {
    uses: ['rename', 'rm', 'writeFile'],
    because: 'entries of the folder of an instance, which is ours; no folder is removed',
  },
  'server/engines/process/instances/launch-instance.ts': {
    uses: ['mkdir', 'rename', 'rm', 'writeFile'],
    because: 'entries of the folder of an instance, which is ours',
  },
  'server/engines/process/instances/prepared-instances.ts': {
    uses: ['mkdir'],
    because: 'the folder of an instance, which is ours',
  },
  'server/engines/process/instances/prepare-instance.ts': {
    uses: ['chmod', 'mkdir', 'symlink'],
    because:
      'entries of the folder of an instance, which is ours, and of a home that is given away afterwards',
  },
  'server/engines/process/limits/open-files.ts': {
    uses: ['writeFile'],
    because: 'a file of /proc',
  },
  'server/engines/process/network-groups/tunnel.ts': {
    uses: ['rm'],
    because: 'the control socket of wireguard-go in a folder of the system',
  },
  'server/engines/process/network/leases.ts': {
    uses: ['rename', 'writeFile'],
    because: inOwnFolder,
  },
  'server/engines/process/network/bridge.ts': { uses: ['writeFile'], because: 'files of /proc' },
  'server/engines/process/output/ring.ts': {
    uses: ['mkdir', 'rm'],
    because:
      'a folder of an instance that nobody but root may enter; only the pump, outside the sandbox, writes there',
  },
  'server/engines/process/process-engine.ts': { uses: ['chmod'], because: inOwnFolder },
  'server/engines/process/sweep.ts': {
    uses: ['rm', 'rmdir'],
    because: 'entries of folders of ours, none of which is entered',
  },
  'server/engines/process/trash.ts': {
    uses: ['chmod', 'rename', 'rm'],
    because:
      'rm goes by descriptor and follows no link; chmod runs only where we are not root; paths in trees come by descriptor',
  },
  'server/git/extract.ts': {
    uses: ['mkdtemp', 'rm'],
    because: 'a folder of its own; git writes into a room that is not given away yet',
  },
  'server/git/git-server.ts': { uses: ['mkdir'], because: inOwnFolder },
  'server/git/remote/remote-repositories.ts': {
    uses: ['mkdir', 'rm', 'writeFile'],
    because: inOwnFolder,
  },
  'server/git/warm-sources.ts': {
    uses: ['mkdir', 'rename', 'rm'],
    because:
      'a checkout beside the repositories, which is ours until it is moved into a build whole',
  },
  'server/git/replication/bundle.ts': { uses: ['rm'], because: inOwnFolder },
  'server/git/repository.ts': {
    uses: ['mkdir', 'rename', 'rm'],
    because: 'repositories are written by our git alone; a pusher has no say in names of files',
  },
}

/** One sentence per forbidden change of files by path, and per unused permit. */
export function tenantFileBreaches(
  files: SourceFile[],
  permitted: Record<string, Permit> = permits,
): string[] {
  const used = new Map(
    files
      .filter((file) => isTypeScript(file) && !isTest(file))
      .filter(({ path }) => watched.some((folder) => path.startsWith(folder)))
      .map((file) => [file.path, changesOf(file)]),
  )
  const strays = [...used].flatMap(([path, names]) =>
    names
      .filter((name) => !permitted[path]?.uses.includes(name))
      .map((name) => `${path} uses ${name} by path: go through kit/tenant-files, or say why not`),
  )
  const unneeded = Object.entries(permitted).flatMap(([path, { uses }]) =>
    uses
      .filter((name) => !used.get(path)?.includes(name))
      .map((name) => `${path} is permitted ${name} and does not use it`),
  )
  return [...strays, ...unneeded]
}

const imports = /import\s+([^;'"]*?)\s+from\s+['"](?:node:)?fs(?:\/promises)?['"]/g

/** Functions by which a file changes files by path; a namespace import counts as all of them. */
function changesOf({ text }: SourceFile): string[] {
  const names = Array.from(text.matchAll(imports), ([, clause = '']) => clause).flatMap(
    (clause) => {
      const braces = /\{([^}]*)\}/.exec(clause)?.[1]
      if (braces === undefined) return ['all of node:fs']
      return braces
        .split(',')
        .map((one) => one.trim().split(/\s+as\s+/)[0] ?? '')
        .filter((name) => changing.has(name))
    },
  )
  const run = Array.from(text.matchAll(programs), ([, program = '']) => program)
  const dynamic = /(?:import|require)\(\s*['"](?:node:)?fs/.test(text) ? ['all of node:fs'] : []
  return [...new Set([...names, ...run, ...dynamic])]
}
