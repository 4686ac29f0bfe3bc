import { plainEnvironment } from '#kit/process/subprocess.ts'

/**
 * Everything that git is told beside the repository's own file, which is ours too: no setting of the machine
 * or of a pusher takes part.
 */
const settings: Record<string, string> = {
  'core.hooksPath': '/dev/null',
  // Whoever owns the data folder, these are our repositories; git would refuse them to another user.
  'safe.directory': '*',
  'core.fsync': 'objects,reference',
  'core.bigFileThreshold': '32m',
  'core.attributesFile': '/dev/null',
  'core.autocrlf': 'false',
  'core.fileMode': 'true',
  'core.symlinks': 'true',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'pack.threads': '1',
  'pack.windowMemory': '64m',
  'pack.deltaCacheSize': '64m',
  // No repository is fetched from another by these commands, whatever a commit names.
  'protocol.allow': 'never',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  // A pack as it came is on the disk with two syncs; unpacked, it would be one file per object.
  'transfer.unpackLimit': '1',
  'receive.autogc': 'false',
  'receive.denyDeletes': 'true',
  'receive.denyNonFastForwards': 'false',
  'receive.advertisePushOptions': 'false',
  // A build machine often holds no more than the newest commit.
  'receive.shallowUpdate': 'true',
  'receive.keepAlive': '5',
  'uploadpack.keepAlive': '5',
  'receive.fsckObjects': 'true',
  // Old commits of honest projects have these three, and they harm nobody.
  'receive.fsck.badTimezone': 'ignore',
  'receive.fsck.missingSpaceBeforeDate': 'ignore',
  'receive.fsck.zeroPaddedFilemode': 'ignore',
}

const prefix = [
  'git',
  ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
]

export type GitCommand = [string, ...string[]]

/** The whole command line of a git command with our settings. */
export const gitCommand = (args: string[]): GitCommand => [...prefix, ...args] as GitCommand

/** The whole environment of a git command. */
export const gitEnvironment = (more: Record<string, string> = {}): Record<string, string> => ({
  ...plainEnvironment(),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  // An object is what its name says, never what a ref of the repository puts in its place.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_USER_AGENT: 'berth',
  // A few hostile bytes of a delta can ask for any amount of memory.
  GIT_ALLOC_LIMIT: '512m',
  ...more,
})
