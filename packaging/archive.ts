import { runOrThrow } from '#kit/process/subprocess.ts'

interface PackOptions {
  /** Every file's time of change, in seconds since 1970. */
  date: number
  /** Folder that the files are in when they are unpacked; none by default. */
  into?: string
  /** Of xz: 6 takes some three minutes of processor time for a release, 0 a fraction of it; tests may do without. */
  level?: number | 'none' | undefined
}

const packTimeout = 1_800_000

/**
 * Packs a folder into `<name>.tar.xz`, and returns that path. The bytes depend on names, modes and contents alone: entries are in order,
 * and all are root's and of one time. xz gives other bytes with one thread than with several, but the same with two as with more.
 */
export async function packFolder(
  folder: string,
  name: string,
  { date, into, level = 6 }: PackOptions,
): Promise<string> {
  const tar = `${name}.tar`
  await runOrThrow(
    [
      ...(['tar', '--create', '--file', tar, '--directory', folder, '--format=gnu'] as const),
      ...['--sort=name', `--mtime=@${date}`, '--owner=0', '--group=0', '--numeric-owner'],
      // Links keep their targets.
      ...(into === undefined ? [] : [`--transform=s,^\\.,${into},S`]),
      '.',
    ],
    { timeout: packTimeout },
  )
  if (level === 'none') return tar
  const compress = ['--force', '--threads=2', '--block-size=64MiB', `-${level}`] as const
  await runOrThrow(['xz', ...compress, tar], { timeout: packTimeout })
  return `${tar}.xz`
}
