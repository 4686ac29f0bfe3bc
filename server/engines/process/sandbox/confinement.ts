import { basename, join } from 'node:path'

/** What one command is shut into. */
export interface Confinement {
  /** Names the processes where no namespace holds them together. */
  id: string
  applicationId: string
  /** Its user on the machine; absent where each application cannot have its own. */
  user?: number
  /** Whether it sees only a file system and processes of its own. */
  isSandboxed: boolean
  /** The folder on the machine that holds the rooms. */
  folder: string
  /** Which of them it works in. */
  rooms: SandboxDirs
  /** What the application's room shows beneath what was changed in it; absent where that room holds everything itself. */
  layer?: Overlay
  /** A process in whose mount namespace all of this is mounted already. */
  mountedBy?: number
  tools: { name: string; folder: string }[]
  /** What Node made of the files of the tools. */
  compiled?: string
  /** A shared dependency tree, and where it belongs in the application's folder. */
  tree?: { folder: string; at: string }
  /** A folder that package managers keep between builds of one application. */
  cache?: string
  /** The folder with the files of `/etc`. */
  etc: string
  /** The network namespace; absent where it shares the machine's. */
  netns?: string
  /** The folders of its control groups. */
  groups: string[]
  /** The file with the seccomp filter of its sandbox; absent where the kernel takes none. */
  filter?: string
  endsWithServer: boolean
  /** What no file that it writes may exceed, in bytes; unlimited where absent. */
  maxFileSize?: number
  /** What it prints beyond this is dropped; the default of `output-pump.pl` where absent. */
  maxLinesPerSecond?: number
}

/** Folders of one command: the application's, its home, and its place for what is temporary. */
export interface SandboxDirs {
  app: string
  home: string
  tmp: string
}

/** A folder that is seen through another one, and never changed. */
export interface Overlay {
  /** The folder beneath. */
  beneath: string
  /** The room that holds what differs from it. */
  changes: string
  /** A room that the kernel needs for itself; no two commands that run at the same time may have the same. */
  work: string
}

export const defaultDirs: SandboxDirs = { app: 'app', home: 'home', tmp: 'tmp' }

/** Where what it needs lies when its own user comes to look. */
export interface Sources {
  own: string
  beneath: string
  tools: string[]
  compiled: string
  tree: string
  cache: string
  etc: string
  scripts: string
}

/** The paths that the command itself sees. */
export interface SandboxPaths {
  home: string
  app: string
  tmp: string
  cache: string
  /** The folders of programs of its tools. */
  programs: string[]
  extraCaCerts: string
  /** The script that runs several commands at a time. */
  supervisor: string
}

/** Mounted anew in a mount namespace of each command: its user may not enter the folders on the way to ours. */
export const stage = '/run/berth'

/** Where npm lets Node look for compiled files, in `/tmp`. */
export const compiledFolder = 'node-compile-cache'

const scripts = import.meta.dirname

export function sourcesOf(confinement: Confinement): Sources {
  const { user, folder, layer, tools, compiled, tree, cache, etc } = confinement
  const real = {
    own: folder,
    beneath: layer?.beneath ?? '',
    tools: tools.map((tool) => tool.folder),
    compiled: compiled ?? '',
    tree: tree?.folder ?? '',
    cache: cache ?? '',
    etc,
    scripts,
  }
  if (user === undefined) return real
  return {
    own: join(stage, 'own'),
    beneath: join(stage, 'beneath'),
    tools: tools.map(({ name }) => join(stage, 'tools', name)),
    compiled: join(stage, 'compiled'),
    tree: tree ? join(stage, 'tree', basename(tree.folder)) : '',
    cache: join(stage, 'cache'),
    etc: join(stage, 'etc'),
    scripts: join(stage, 'scripts'),
  }
}

export function sandboxPathsOf(confinement: Confinement): SandboxPaths {
  const { applicationId, isSandboxed, tools, rooms } = confinement
  if (isSandboxed) {
    return {
      home: '/home/app',
      app: `/home/app/${applicationId}`,
      tmp: '/tmp',
      cache: '/home/app/.cache',
      programs: tools.map(({ name }) => `/opt/${name}/bin`),
      extraCaCerts: '/etc/ssl/extra.pem',
      supervisor: '/run/supervise.sh',
    }
  }
  const sources = sourcesOf(confinement)
  return {
    home: join(sources.own, rooms.home),
    app: join(sources.own, rooms.app),
    tmp: join(sources.own, rooms.tmp),
    cache: sources.cache,
    programs: sources.tools.map((folder) => join(folder, 'bin')),
    extraCaCerts: join(sources.etc, 'extra.pem'),
    supervisor: join(sources.scripts, 'supervise.sh'),
  }
}
