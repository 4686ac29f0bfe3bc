import { basename, join } from 'node:path'

/** Isolation of one command. */
export interface Confinement {
  /** Identifies the processes where no namespace contains them. */
  id: string
  /** Name of its folder in the sandbox. */
  applicationId: string
  /** UID on the machine; absent when applications cannot have their own. */
  user?: number
  /** Whether it has its own file system and PID namespace. */
  isSandboxed: boolean
  /** The application's folder is the root of an image, which the sandbox has instead of the machine's system. */
  image?: ImageSystem
  /** Users of the machine for the user namespace of an image builder, in addition to its own; absent for other commands. */
  builderUsers?: number
  /** Folder on the machine that contains the sandbox folders. */
  folder: string
  /** Names of the sandbox folders that it uses. */
  dirs: SandboxDirs
  /** Overlay for the application's folder; absent when that folder contains everything itself. */
  overlay?: Overlay
  /** PID of a process in whose mount namespace all of this is mounted already. */
  mountedBy?: number
  /** With `etc` its folder is the root of the system of the sandbox, instead of the machine's, and this is what its `/etc` has. */
  tools: { name: string; folder: string; etc?: readonly string[] }[]
  /** Node's compile cache of the tools. */
  compiled?: string
  /** A shared dependency tree, and its path in the application's folder. */
  tree?: { folder: string; at: string }
  /** Folders that stay, by their path in the application's folder; `owner` has their files on disk. */
  volumes?: readonly { folder: string; at: string; owner: number }[]
  /** Package manager cache, kept between builds of one application. */
  cache?: string
  /** Maven artifacts that all builds share, and their path in the cache. */
  artifacts?: { folder: string; at: string }
  /** Folder with the files of `/etc`. */
  etc: string
  /** File of its folder that is its `/etc/hosts`; that of `etc` when absent. */
  hosts?: string
  /** Network namespace; absent when it shares the machine's. */
  netns?: string
  /** Folders of its control groups. */
  groups: string[]
  /** File with the seccomp filter of its sandbox; absent when the kernel supports none. */
  filter?: string
  endsWithServer: boolean
  /** Maximum size of a file that it writes, in bytes; unlimited when absent. */
  maxFileSize?: number
  /** Maximum output, more is dropped; the default of `output-pump.pl` when absent. */
  maxLinesPerSecond?: number
}

/** Folders of one command: the application's, its home, and its temporary folder. */
export interface SandboxDirs {
  app: string
  home: string
  tmp: string
}

/** The root of an image, and as whom and where its commands run. */
export interface ImageSystem {
  /** What its root has, except for what every sandbox has of its own. */
  entries: readonly { name: string; linksTo?: string }[]
  /** What its `/etc` has. */
  etc: readonly { name: string; linksTo?: string }[]
  /** The only user in the sandbox. */
  user: number
  group: number
  home: string
  folder: string
}

/** Overlay mount of the application's folder. */
export interface Overlay {
  /** The folders below, topmost first, which never change. */
  lowerdirs: string[]
  /** The folder with the changes. */
  upperdir: string
  /** For the kernel; must not be shared by commands that run at the same time. */
  workdir: string
}

export const defaultDirs: SandboxDirs = { app: 'app', home: 'home', tmp: 'tmp' }

/** Paths of the sources as seen by the command's own user. */
export interface Sources {
  own: string
  lowerdirs: string[]
  tools: string[]
  compiled: string
  tree: string
  volumes: string[]
  cache: string
  artifacts: string
  etc: string
  scripts: string
}

/** Paths as seen by the command. */
export interface SandboxPaths {
  home: string
  app: string
  tmp: string
  cache: string
  /** `bin` folders of its tools. */
  programs: string[]
  extraCaCerts: string
  /** The script that runs several commands concurrently. */
  supervisor: string
}

/** Mounted in a mount namespace of each command, because its user may not enter the parents of our folders. */
export const stage = '/run/berth'

/** Where npm makes Node look for its compile cache, in `/tmp`. */
export const compiledFolder = 'node-compile-cache'

const scripts = import.meta.dirname

export function sourcesOf(confinement: Confinement): Sources {
  const { user, folder, overlay, tools, compiled, tree, cache, artifacts, etc } = confinement
  const { volumes = [] } = confinement
  const real = {
    own: folder,
    lowerdirs: overlay?.lowerdirs ?? [],
    tools: tools.map((tool) => tool.folder),
    compiled: compiled ?? '',
    tree: tree?.folder ?? '',
    volumes: volumes.map((volume) => volume.folder),
    cache: cache ?? '',
    artifacts: artifacts?.folder ?? '',
    etc,
    scripts,
  }
  if (user === undefined) return real
  return {
    own: join(stage, 'own'),
    lowerdirs: real.lowerdirs.map((_, place) => join(stage, 'lowerdirs', String(place))),
    tools: tools.map(({ name }) => join(stage, 'tools', name)),
    compiled: join(stage, 'compiled'),
    tree: tree ? join(stage, 'tree', basename(tree.folder)) : '',
    volumes: volumes.map((_, place) => join(stage, 'volumes', String(place))),
    cache: join(stage, 'cache'),
    artifacts: join(stage, 'artifacts'),
    etc: join(stage, 'etc'),
    scripts: join(stage, 'scripts'),
  }
}

export function sandboxPathsOf(confinement: Confinement): SandboxPaths {
  const { applicationId, isSandboxed, tools, dirs, image } = confinement
  if (image) {
    return {
      home: image.home,
      app: image.folder,
      tmp: '/tmp',
      cache: '/tmp',
      programs: [],
      extraCaCerts: '/etc/berth/extra.pem',
      supervisor: '/etc/berth/supervise.pl',
    }
  }
  if (isSandboxed) {
    return {
      home: '/home/app',
      app: `/home/app/${applicationId}`,
      tmp: '/tmp',
      cache: '/home/app/.cache',
      programs: tools.filter(({ etc }) => !etc).map(({ name }) => `/opt/${name}/bin`),
      extraCaCerts: '/etc/ssl/extra.pem',
      supervisor: '/run/supervise.sh',
    }
  }
  const sources = sourcesOf(confinement)
  return {
    home: join(sources.own, dirs.home),
    app: join(sources.own, dirs.app),
    tmp: join(sources.own, dirs.tmp),
    cache: sources.cache,
    programs: sources.tools.map((folder) => join(folder, 'bin')),
    extraCaCerts: join(sources.etc, 'extra.pem'),
    supervisor: join(sources.scripts, 'supervise.sh'),
  }
}
