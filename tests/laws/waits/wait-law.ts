import { isTest, isTypeScript, type SourceFile } from '#tests/laws/source-tree.ts'

/** Tests, their contracts, and what they are made with; the tables of figures quote the code. */
const isWatched = (file: SourceFile) =>
  isTypeScript(file) && isTest(file) && !file.path.startsWith('tests/laws/figures/')

/** A duration as a number: of an option or a constant that is called a timeout, of a signal, or of a socket. */
const wait =
  /(?:\b\w*[tT]imeout(?:Millis)?\b ?[:=] ?|\bAbortSignal\.timeout\(|\.setTimeout\()(\d[\d_]*)\b/g

/** A machine may be twenty times as busy as ours: whatever happens at once here takes this long there. */
const atLeast = 30_000

/** Lines with a shorter wait; those with none are of what does not wait. */
export const shortWaits = ({ text }: SourceFile): string[] =>
  text
    .split('\n')
    .filter((line) =>
      Array.from(line.matchAll(wait), ([, digits = '']) => Number(digits.replaceAll('_', ''))).some(
        (milliseconds) => milliseconds > 0 && milliseconds < atLeast,
      ),
    )

/** Files that may have short waits, and why. */
export type WaitPermits = Readonly<Record<string, string>>

/** Short waits without a permit, and permits without a wait. */
export function waitBreaches(files: readonly SourceFile[], permits: WaitPermits): string[] {
  const unused = new Set(Object.keys(permits))
  const breaches = files.filter(isWatched).flatMap((file) => {
    const [line] = shortWaits(file)
    return line === undefined || unused.delete(file.path) ? [] : [`${file.path}: ${line.trim()}`]
  })
  return [...breaches, ...Array.from(unused, (path) => `${path}: a permit that is not used`)]
}
