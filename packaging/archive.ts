import { runOrThrow } from '#kit/process/subprocess.ts'

interface TarOptions {
  /** Every file's time of change, in seconds since 1970. */
  date: number
  /** Folder that the files are in when they are unpacked; none by default. */
  into?: string | undefined
  /** Names in the folder; all of it by default. */
  names?: readonly string[]
}

interface PackOptions extends Omit<TarOptions, 'names'> {
  /** Of xz: 6 takes some three minutes of processor time for a release, 0 a fraction of it; tests may do without. */
  level?: CompressionLevel | undefined
}

/** From 0, the fastest, to 9, the smallest. */
export type CompressionLevel = number | 'none'

export const packTimeout = 1_800_000
export const usualLevel = 6

/** Packs a folder as tar. The bytes depend on names, modes and contents alone: entries are in order, and all are root's and of one time. */
export async function writeTar(
  folder: string,
  file: string,
  { date, into, names = ['.'] }: TarOptions,
): Promise<void> {
  await runOrThrow(
    [
      ...(['tar', '--create', '--file', file, '--directory', folder, '--format=gnu'] as const),
      ...['--sort=name', `--mtime=@${date}`, '--owner=0', '--group=0', '--numeric-owner'],
      // Links keep their targets.
      ...(into === undefined ? [] : [`--transform=s,^\\.,${into},S`]),
      ...names,
    ],
    { timeout: packTimeout },
  )
}

/**
 * Packs a folder into `<name>.tar.xz`, and returns that path. xz gives other bytes with one thread than with several, but the same with two
 * as with more.
 */
export async function packFolder(
  folder: string,
  name: string,
  { date, into, level = usualLevel }: PackOptions,
): Promise<string> {
  const tar = `${name}.tar`
  await writeTar(folder, tar, { date, into })
  if (level === 'none') return tar
  const compress = ['--force', '--threads=2', '--block-size=64MiB', `-${level}`] as const
  await runOrThrow(['xz', ...compress, tar], { timeout: packTimeout })
  return `${tar}.xz`
}
